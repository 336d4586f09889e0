// What is known of anything that was thrown, whoever threw it.

/** The code that the system, Node or a driver gave it, such as `ENOENT`; undefined without one. */
export function codeOf(thrown: unknown): string | undefined {
  const { code } = (thrown ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' ? code : undefined
}

/** An error's message; anything else as text. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
