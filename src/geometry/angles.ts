// Angles as people write them and as the arithmetic takes them.

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

export function degrees(radians: number): number {
  return (radians * 180) / Math.PI
}
