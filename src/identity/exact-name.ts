// Usernames are exact. Another program's column may match several spellings of one, by its
// collation or its type: what a query finds by a name is told apart here.

/** The rows whose name is this one to the letter. */
export function exactly<Row extends { readonly username: string }>(
  rows: readonly Row[],
  username: string,
): readonly Row[] {
  return rows.filter((row) => row.username === username)
}
