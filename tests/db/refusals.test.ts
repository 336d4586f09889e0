import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { isRefusedByTable, isRefusedValue } from '../../src/db/refusals.ts'

/** What an embedded database says to the statement, over a table of users. */
function faultOf(statement: string): unknown {
  using database = new DatabaseSync(':memory:')
  database.exec('create table users (id integer primary key, name text not null)')
  try {
    database.exec(statement)
  } catch (error) {
    return error
  }
  return assert.fail(statement)
}

describe('a change is refused by its table', () => {
  for (const [what, statement, byValue] of [
    ['where a column is left empty that must not be', 'insert into users values (1, null)', true],
    ['where a key is there', "insert into users values (1, 'a'), (1, 'b')", false],
    [
      'where names are not unique',
      "insert into users values (1, 'a') on conflict (name) do nothing",
      false,
    ],
  ] as const) {
    it(what, () => {
      const fault = faultOf(statement)
      assert.deepEqual([isRefusedByTable(fault), isRefusedValue(fault)], [true, byValue])
    })
  }

  it('never where the statement itself is wrong, or the fault is not the database’s', () => {
    for (const fault of [
      faultOf('insert into nobody values (1)'),
      faultOf('insert users'),
      Object.assign(new Error('syntax error'), { code: '42601' }),
      new TypeError('x is not a function'),
      'no error at all',
    ]) {
      assert.deepEqual([isRefusedByTable(fault), isRefusedValue(fault)], [false, false])
    }
  })
})
