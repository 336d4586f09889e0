// A password on its way through a login. It may be a megabyte long, and the answer to a wrong one
// may wait for seconds: it is forgotten before.

export interface SubmittedPassword {
  /** @throws TypeError once it is forgotten */
  read(): string
  forget(): void
}

export function submittedPassword(text: string): SubmittedPassword {
  let kept: string | undefined = text
  return {
    read() {
      if (kept === undefined) throw new TypeError('the password is forgotten')
      return kept
    },
    forget() {
      kept = undefined
    },
  }
}
