// What `doctor` says of the rights of the role that the service runs as.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runCommand } from '../support/commands.ts'
import { makeDatabase } from '../support/databases.ts'
import { ask, databaseOfRole, ID, insertUser, settingsOf } from '../support/foreign-tables.ts'

describe('the rights that doctor looks at', () => {
  it('names those that a sign-in lacks, and none that some columns give', async () => {
    await using database = await databaseOfRole()
    const { main, role, asRole, asOwner } = database
    const doctor = () => runCommand(['doctor'], settingsOf(asRole, main))
    assert.doesNotMatch((await doctor()).out, /rights/)
    await asOwner(`revoke update on users from ${role}; grant update (role) on users to ${role}`)
    assert.doesNotMatch((await doctor()).out, /rights/)
    await asOwner(
      `revoke update (role) on users from ${role}; revoke update, delete on sessions from ${role}`,
    )
    const { code, out } = await doctor()
    assert.equal(code, 1)
    assert.match(out, /^wrong +rights +the role of the service may not update on users, so/m)
    assert.match(out, /^wrong +rights .* may not update, delete on sessions, so sign-ins, or the/m)
    await asOwner(`revoke select on users, sessions from ${role}`)
    const list = await runCommand(['sessions', 'list'], settingsOf(asRole, main))
    assert.match(list.err, /^The database does not let its user do this: .* As the owner, grant/)
    const blind = await doctor()
    assert.equal(blind.code, 1)
    assert.match(blind.out, /^wrong +rights .* may not select, update on users/m)
    assert.match(
      blind.out,
      /^wrong +users +permission denied for table users\. As the owner, grant/m,
    )
  })

  it('tells one that lacks on a column alone, by the trial of a session', async () => {
    await using database = await databaseOfRole()
    const { main, role, asRole, asOwner } = database
    await asOwner(insertUser('ivan', ID, "'active'"))
    await asOwner(
      `revoke insert on sessions from ${role}; grant insert (token_digest) on sessions to ${role}`,
    )
    const { code, out } = await runCommand(['doctor'], settingsOf(asRole, main))
    assert.equal(code, 1)
    assert.match(out, /^wrong +users +permission denied for table sessions\. As the owner, grant/m)
    assert.doesNotMatch(out, /Make the tables/)
  })

  it('names those that the rest of the service lacks', async () => {
    await using main = await makeDatabase('postgres', { mayBeMigrated: true })
    const role = `${new URL(main.variable).pathname.slice(1)}_poor`
    assert.equal((await runCommand(['migrate'], { DATABASE_URL: main.variable })).code, 0)
    await ask(
      main,
      `create role ${role} login;
       grant select, insert, update, delete on all tables in schema public to ${role};
       revoke insert on estimates, leads from ${role}; revoke all on lead_claims from ${role};
       revoke update on deliveries from ${role}; grant update (state) on deliveries to ${role}`,
    )
    const asRole = new URL(main.variable)
    asRole.username = role
    const { code, out } = await runCommand(['doctor'], { DATABASE_URL: asRole.href })
    await ask(main, `drop owned by ${role}; drop role ${role}`)
    assert.equal(code, 1)
    const rights = out.split('\n').filter((line) => /^wrong +rights/.test(line))
    assert.equal(rights.length, 3, out)
    assert.match(rights[0] ?? '', /may not insert on estimates, leads, so requests/)
    assert.match(rights[1] ?? '', /may not select, insert, update, delete on lead_claims, so/)
    assert.match(rights[2] ?? '', /may not update on deliveries, so requests/)
  })
})
