// What parts of the service say of themselves while they go on with less than all they do.

/**
 * What a part cannot do at the moment, by the part's name, as `/readyz` shows it. None of it makes
 * the service unready.
 */
export type Notes = () => Readonly<Record<string, string>>

export interface PartNotes {
  /** Adds those of one more part. */
  add(notes: Notes): void
  /** Those of all parts. */
  readonly now: Notes
}

export function createPartNotes(): PartNotes {
  const parts: Notes[] = []
  return {
    add: (notes) => void parts.push(notes),
    now: () => Object.assign({}, ...parts.map((notes) => notes())),
  }
}
