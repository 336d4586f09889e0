// The registry of users: who exists, what they may do, who manages whom. Sessions are beside it in
// sessions.ts; passwords come and go as hashes only.
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Statements } from '../db/database.ts'
import type { IdentityTables, IsoTime, UserId, UsersTable } from '../db/tables.ts'
import type { Logger } from '../logging.ts'
import { exactly } from './exact-name.ts'
import type { RegistryShape } from './registry-shape.ts'
import { accessOf, type WarnOfAccess, warnOfAccess } from './row-access.ts'
import { type AccessState, isRole, isStorableName, type Role } from './user.ts'

/** What a login needs to know of a user. */
export interface LoginUser {
  readonly userId: UserId
  readonly username: string
  /** NULL: the user cannot log in. */
  readonly passwordHash: string | null
  /** Reading it logs an unrecognised state, so read it only once the password is proven. */
  readonly accessState: AccessState
}

export interface User {
  readonly userId: UserId
  readonly username: string
  /** As stored, where it is a known role. */
  readonly role: Role | undefined
  readonly accessState: AccessState
  readonly manager: string | null
  readonly hasPassword: boolean
  readonly createdAt: IsoTime
}

/** Whether the user can sign in and is an admin then. */
export function isWorkingAdmin({ role, accessState, hasPassword }: User): boolean {
  return role === 'admin' && accessState === 'active' && hasPassword
}

interface NewUser {
  readonly username: string
  readonly passwordHash: string | null
  readonly role: Role
  readonly managerId: UserId | null
  readonly createdAt: IsoTime
}

export interface Registry {
  readonly shape: RegistryShape
  /** Always one query: for a name that no registry can hold it asks for NULL. */
  findForLogin(username: string): Promise<LoginUser | undefined>
  /** Usernames whose manager has this name, in order. */
  teamOf(managerName: string): Promise<readonly string[]>
  allUsernames(): Promise<readonly string[]>
  /** As `list` gives it, of several rows with the name the first; a login asks `findForLogin`. */
  find(username: string): Promise<User | undefined>
  /** Of each row with the name: more than one only in a table that another program made. */
  statesOf(username: string): Promise<readonly AccessState[]>
  /** Ordered by name. */
  list(): Promise<readonly User[]>
  isEmpty(): Promise<boolean>
  /** False if the name is taken. */
  add(user: NewUser): Promise<boolean>
  /** False if there is no such user; the other setters say so too. They change all its rows. */
  setPasswordHash(username: string, passwordHash: string): Promise<boolean>
  /** Replaces the hash only while it is still `from`. */
  renewPasswordHash(userId: UserId, from: string, to: string): Promise<void>
  setAccessState(username: string, state: AccessState): Promise<boolean>
  setRole(username: string, role: Role): Promise<boolean>
  /** `null`: the user belongs to no team. */
  setManager(username: string, managerId: UserId | null): Promise<boolean>
}

interface LoginRow {
  readonly user_id: UserId
  readonly username: string
  readonly password_hash: unknown
  readonly access: unknown
}

interface UserRow extends LoginRow {
  readonly role: unknown
  readonly created_at: IsoTime
  readonly manager: string | null
}

/** One statement has no time for hundreds of thousands of users. */
const LISTED_AT_ONCE = 10_000

/** @param listedAtOnce users that one statement of a list reads */
export function createRegistry(
  database: Statements<IdentityTables>,
  shape: RegistryShape,
  log: Logger,
  listedAtOnce = LISTED_AT_ONCE,
): Registry {
  const accessColumn = `users.${shape.accessColumn} as access` as const

  const selectForLogin = database.prepare<{ username: string | null }, LoginRow>(
    (query, argument) =>
      query
        .selectFrom('users')
        .select(['user_id', 'username', 'password_hash', accessColumn])
        .where('username', '=', argument('username') as string),
  )
  const selectAny = database.prepare<object, { user_id: UserId }>((query) =>
    query.selectFrom('users').select('user_id').limit(1),
  )
  const warn = warnOfAccess(log)
  const selectUsers = () =>
    database.query
      .selectFrom('users')
      .leftJoin('users as managers', 'managers.user_id', 'users.manager_id')
      .select([
        'users.user_id',
        'users.username',
        'users.password_hash',
        'users.role',
        'users.created_at',
        'managers.username as manager',
        accessColumn,
      ])

  /** One name may be that of several rows, see `update`. */
  const usersAfter = (last: UserRow | undefined) => {
    const inOrder = sql`users.username, users.user_id`
    return selectUsers()
      .where('users.username', 'is not', null)
      .$if(last !== undefined, (some) =>
        some.where(sql<SqlBool>`(${inOrder}) > (${last?.username}, ${last?.user_id})`),
      )
      .orderBy(inOrder)
      .limit(listedAtOnce)
  }

  /** Another program's numbers would come as numbers, and a blob has no place in JSON. */
  const nameAsText = sql`cast(users.username as text)`
  /** All names in one text: 100,000 rows of one each would hold the event loop for 0.1 s. */
  const namesInOrder =
    database.engine === 'postgres'
      ? sql<string | null>`json_agg(${nameAsText} order by users.username)::text`
      : sql<string>`json_group_array(${nameAsText} order by users.username)`
  const readNames = ({ names }: { readonly names: string | null }): readonly string[] =>
    names === null ? [] : JSON.parse(names)

  const findRows = async (username: string): Promise<readonly UserRow[]> => {
    if (!isStorableName(username)) return []
    return exactly(await selectUsers().where('users.username', '=', username).execute(), username)
  }

  // Another program's table may hold one name in several rows, and a login may meet any of them:
  // who is shut out is shut out in all.
  const update = async (username: string, change: Updateable<UsersTable>): Promise<boolean> => {
    const rows = await findRows(username)
    if (rows.length === 0) return false
    const ids = rows.map((row) => row.user_id)
    const result = await database.query
      .updateTable('users')
      .set(change)
      .where('user_id', 'in', ids)
      .where('username', '=', username)
      .executeTakeFirst()
    return result.numUpdatedRows > 0n
  }

  return {
    shape,

    async findForLogin(username) {
      // A login counts each spelling apart: found by any, a user could be guessed at with each.
      const rows = await selectForLogin({ username: isStorableName(username) ? username : null })
      const [row] = exactly(rows, username)
      return row && rowToLoginUser(row, shape, warn)
    },

    async teamOf(managerName) {
      const managers = await findRows(managerName)
      if (managers.length === 0) return []
      const ids = managers.map(({ user_id: id }) => id)
      const row = await database.query
        .selectFrom('users')
        // By the row: another program's column of managers may not hold every number of a user.
        .innerJoin('users as managers', 'managers.user_id', 'users.manager_id')
        .select(namesInOrder.as('names'))
        .where('managers.user_id', 'in', ids)
        .executeTakeFirstOrThrow()
      return readNames(row)
    },

    async allUsernames() {
      const row = await database.query
        .selectFrom('users')
        .select(namesInOrder.as('names'))
        .executeTakeFirstOrThrow()
      return readNames(row)
    },

    async find(username) {
      const [row] = await findRows(username)
      return row && rowToUser(row, shape)
    },

    async statesOf(username) {
      return (await findRows(username)).map((row) => rowToUser(row, shape).accessState)
    },

    async list() {
      // Another program's rows may have no name, behind which no page could go on.
      const unnamed = await selectUsers().where('users.username', 'is', null).execute()
      const users = unnamed.map((row) => rowToUser(row, shape))
      for (let after: UserRow | undefined; ; ) {
        const rows: readonly UserRow[] = await usersAfter(after).execute()
        for (const row of rows) users.push(rowToUser(row, shape))
        if (rows.length < listedAtOnce) return users
        after = rows.at(-1)
      }
    },

    async isEmpty() {
      return (await selectAny({})).length === 0
    },

    async add(user) {
      const userId = shape.newUserId()
      const result = await database.query
        .insertInto('users')
        .values({
          ...(userId === undefined ? {} : { user_id: userId }),
          ...shape.writeAccess('active'),
          username: user.username,
          password_hash: user.passwordHash,
          role: user.role,
          manager_id: user.managerId,
          created_at: user.createdAt,
        } as Insertable<UsersTable>)
        .onConflict((conflict) => conflict.column('username').doNothing())
        .executeTakeFirst()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    setPasswordHash: (username, passwordHash) => update(username, { password_hash: passwordHash }),

    async renewPasswordHash(userId, from, to) {
      await database.query
        .updateTable('users')
        .set({ password_hash: to })
        .where('user_id', '=', userId)
        .where('password_hash', '=', from)
        .execute()
    },

    async setAccessState(username, state) {
      const stored = shape.writeAccess(state)
      if (!stored) throw new RangeError(`registry ${shape.name} has no state ${state}`)
      return update(username, stored)
    },

    setRole: (username, role) => update(username, { role }),

    setManager: (username, managerId) => update(username, { manager_id: managerId }),
  }
}

/** Another program's column may hold something other than text: no hash to verify against. */
function hashOf({ password_hash: stored }: LoginRow): string | null {
  return typeof stored === 'string' ? stored : null
}

function rowToLoginUser(row: LoginRow, shape: RegistryShape, warn: WarnOfAccess): LoginUser {
  return {
    userId: row.user_id,
    username: row.username,
    passwordHash: hashOf(row),
    get accessState() {
      return accessOf(row, shape, warn)
    },
  }
}

function rowToUser(row: UserRow, shape: RegistryShape): User {
  return {
    userId: row.user_id,
    username: row.username,
    role: isRole(row.role) ? row.role : undefined,
    accessState: accessOf(row, shape, () => {}),
    manager: row.manager,
    hasPassword: hashOf(row) !== null,
    createdAt: row.created_at,
  }
}
