// Numbers added up in their order, so that equal input gives equal digits.

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
