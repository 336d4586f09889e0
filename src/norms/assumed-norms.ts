// Which norms the service assumes. The default rule set words the sources of these alone so.

/** Whether the service assumes the value: no code and no place has set it. Its source says so. */
export function isAssumed({ source }: { readonly source: string }): boolean {
  return source.startsWith('Принято: ')
}
