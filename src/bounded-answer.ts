// The answer of a server that is not trusted to end: read up to a bound and no further.

/** @returns undefined where the answer has more bytes; the rest is not waited for */
export async function readBounded(
  answer: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  maxBytes: number,
): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer) {
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
