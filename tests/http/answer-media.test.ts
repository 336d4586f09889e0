import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attachment } from '../../src/http/answer-media.ts'

describe('the name of a download', () => {
  it('is given in ASCII, and in Russian as any header may hold it', () => {
    assert.equal(
      attachment({ plain: 'estimate', russian: 'оценка' }, '-1.pdf'),
      'attachment; filename="estimate-1.pdf"; ' +
        "filename*=UTF-8''%D0%BE%D1%86%D0%B5%D0%BD%D0%BA%D0%B0-1.pdf",
    )
  })
})
