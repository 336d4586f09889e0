// What parts of the service say of themselves at /readyz while they cannot do all that they should.

/** What a part cannot do at the moment, by the part's name. None of it makes the service unready. */
export type Notes = () => Readonly<Record<string, string>>
