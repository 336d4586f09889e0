// `users add|list|set-password|set-state|set-role|set-manager`: the registry by hand.
import { Argument, Command, Option } from 'commander'
import { systemClock } from '../clock.ts'
import { isRefusedByTable } from '../db/refusals.ts'
import { forgetInitialPassword, randomPassword } from '../identity/first-admin.ts'
import { isWorkingAdmin, type LoginUser, type Registry, type User } from '../identity/registry.ts'
import {
  ACCESS_STATES,
  type AccessState,
  ROLES,
  type Role,
  USERNAME_MAX_LENGTH,
} from '../identity/user.ts'
import { isoTime } from '../iso-time.ts'
import { hashPassword, verifyPassword } from '../login/argon2.js'
import { costOf, hashCost } from '../login/password-hash.ts'
import { identityDatabaseOf, type Settings } from '../settings.ts'
import type { Stores } from '../stores.ts'
import {
  CommandFault,
  JSON_OPTION,
  type OutputOptions,
  print,
  unknownUser,
  warn,
  withIdentityStore,
} from './command.ts'
import { passwordFromStdin } from './password-input.ts'
import { type Column, printRows } from './table.ts'

export function usersCommand(): Command {
  return new Command('users')
    .description('add, list and change users')
    .addCommand(add())
    .addCommand(list())
    .addCommand(setPassword())
    .addCommand(setState())
    .addCommand(setRole())
    .addCommand(setManager())
}

/** Turns a refusal into a CommandFault: a table that another program made may take other values. */
function withUsers(
  work: (stores: Pick<Stores, 'identity'>, settings: Settings) => Promise<void>,
): Promise<void> {
  return withIdentityStore(async (stores, settings) => {
    try {
      await work(stores, settings)
    } catch (error) {
      if (!isRefusedByTable(error)) throw error
      throw new CommandFault(
        `The table users refuses it: ${error.message}. If another program made the table, make the change there.`,
      )
    }
  })
}

const NAME = 'login name, exactly as it is typed'

interface AddOptions extends OutputOptions {
  readonly role: Role
  readonly manager?: string
  readonly passwordStdin?: boolean
  /** False with `--no-password`. */
  readonly password: boolean
}

function add(): Command {
  return new Command('add')
    .description('add a user; without a password option a random password is printed once')
    .argument('<name>', 'login name, exactly as it will be typed')
    .addOption(
      new Option('--role <role>', 'what the user may do').choices(ROLES).makeOptionMandatory(),
    )
    .option('--manager <name>', 'whose team the user belongs to')
    .addOption(
      new Option('--password-stdin', 'read the password from standard input').conflicts('password'),
    )
    .option('--no-password', 'add the user without a password: no login until one is set')
    .option(...JSON_OPTION)
    .action((name: string, options: AddOptions) =>
      withUsers(async ({ identity: { registry } }, settings) => {
        refuseBadName(name, registry)
        const manager = await managerNamed(options.manager, registry)
        const { password, random } = options.password ? await newPassword(options) : {}
        const added = await registry.add({
          username: name,
          passwordHash: password === undefined ? null : hashed(password, settings),
          role: options.role,
          managerId: manager?.userId ?? null,
          createdAt: isoTime(systemClock.wallMs()),
        })
        if (!added) throw new CommandFault(`There is a user "${name}" already.`)
        if (manager) warnOfEmployee(manager)
        print(
          options,
          { username: name, role: options.role, password: random },
          random === undefined
            ? `User "${name}" was added.`
            : `User "${name}" was added. Password, shown this once: ${random}`,
        )
      }),
    )
}

const USER_COLUMNS: readonly Column<User>[] = [
  { json: 'user_id', of: (user) => user.userId },
  { json: 'username', heading: 'USERNAME', of: (user) => user.username },
  { json: 'role', heading: 'ROLE', of: (user) => user.role ?? null },
  { json: 'access_state', heading: 'STATE', of: (user) => user.accessState },
  { json: 'manager', heading: 'MANAGER', of: (user) => user.manager },
  {
    json: 'has_password',
    heading: 'PASSWORD',
    of: (user) => user.hasPassword,
    shown: (user) => (user.hasPassword ? 'set' : 'none'),
  },
  { json: 'created_at', heading: 'CREATED', of: (user) => user.createdAt },
]

function list(): Command {
  return new Command('list')
    .description('list users')
    .option(...JSON_OPTION)
    .action((options: OutputOptions) =>
      withUsers(async ({ identity: { registry } }) => {
        printRows(options, await registry.list(), USER_COLUMNS)
      }),
    )
}

function setPassword(): Command {
  return new Command('set-password')
    .description(
      'set a password and end the user’s sessions; without --password-stdin a random one is printed once',
    )
    .argument('<name>', NAME)
    .option('--password-stdin', 'read the password from standard input')
    .option(...JSON_OPTION)
    .action((name: string, options: OutputOptions & { passwordStdin?: boolean }) =>
      withUsers(async ({ identity: { registry, sessions } }, settings) => {
        const { password, random } = await newPassword(options)
        const before = await registry.findForLogin(name)
        const isSet = await registry.setPasswordHash(name, hashed(password, settings))
        if (!isSet) throw unknownUser(name)
        const ended = await sessions.revokeOf(name, systemClock.wallMs())
        print(
          options,
          { username: name, sessions_ended: ended, password: random },
          `The password of "${name}" was set; sessions ended: ${ended}.${random === undefined ? '' : ` Password, shown this once: ${random}`}`,
        )
        // Last: the password that was set has to be told whatever becomes of the file.
        const forgotten = forgetInitialPassword(identityDatabaseOf(settings), name, (text) =>
          isPasswordOf(before, text),
        )
        await forgotten.catch(({ message }: Error) => {
          warn(
            `The file with the first password could not be removed: ${message}. Remove it: nobody signs in by it any more.`,
          )
        })
      }),
    )
}

/** Never where the hash is one that no login verifies. */
function isPasswordOf(user: LoginUser | undefined, password: string): boolean {
  const hash = user?.passwordHash ?? ''
  return costOf(hash) !== undefined && verifyPassword(hash, password)
}

function setState(): Command {
  return new Command('set-state')
    .description('let a user in or shut them out; either ends their sessions')
    .argument('<name>', NAME)
    .addArgument(new Argument('<state>', 'whether the user may sign in').choices(ACCESS_STATES))
    .option(...JSON_OPTION)
    .action((name: string, state: AccessState, options: OutputOptions) =>
      withUsers(async ({ identity: { registry, sessions } }) => {
        if (!registry.shape.writeAccess(state)) {
          const held = ACCESS_STATES.filter((each) => registry.shape.writeAccess(each))
          throw new CommandFault(
            `The registry "${registry.shape.name}" cannot hold the state ${state}. Use ${held.join(' or ')}, or IDENTITY_STORE=auth.`,
          )
        }
        const before = await registry.statesOf(name)
        if (before.length === 0) throw unknownUser(name)
        const endSessions = () => sessions.revokeOf(name, systemClock.wallMs())
        // A login under way when the user was shut out may have left a session since.
        const wasShutOut = before.some((each) => each !== 'active')
        const leftOver = state === 'active' && wasShutOut ? await endSessions() : 0
        if (!(await registry.setAccessState(name, state))) throw unknownUser(name)
        const ended = state === 'active' ? leftOver : await endSessions()
        print(
          options,
          { username: name, access_state: state, sessions_ended: ended },
          `"${name}" is now ${state}; sessions ended: ${ended}.`,
        )
        await warnWithoutAdmin(registry)
      }),
    )
}

function setRole(): Command {
  return new Command('set-role')
    .description('change what a user may do, from their next request on')
    .argument('<name>', NAME)
    .addArgument(new Argument('<role>', 'what the user may do').choices(ROLES))
    .option(...JSON_OPTION)
    .action((name: string, role: Role, options: OutputOptions) =>
      withUsers(async ({ identity: { registry } }) => {
        if (!(await registry.setRole(name, role))) throw unknownUser(name)
        print(options, { username: name, role }, `"${name}" is now ${role}.`)
        await warnWithoutAdmin(registry)
      }),
    )
}

function setManager(): Command {
  return new Command('set-manager')
    .description('put a user into another manager’s team, or into none')
    .argument('<name>', NAME)
    .argument('[manager]', 'the manager’s login name; without one the user belongs to no team')
    .option(...JSON_OPTION)
    .action((name: string, managerName: string | undefined, options: OutputOptions) =>
      withUsers(async ({ identity: { registry } }) => {
        if (managerName === name) throw new CommandFault('Nobody is their own manager.')
        const manager = await managerNamed(managerName, registry)
        const isSet = await registry.setManager(name, manager?.userId ?? null)
        if (!isSet) throw unknownUser(name)
        if (manager) warnOfEmployee(manager)
        print(
          options,
          { username: name, manager: managerName ?? null },
          managerName === undefined
            ? `"${name}" belongs to no team now.`
            : `"${name}" belongs to the team of "${managerName}" now.`,
        )
      }),
    )
}

/** One that is sent, or a random one, which is then to be shown. */
async function newPassword({
  passwordStdin = false,
}: {
  readonly passwordStdin?: boolean
}): Promise<{ readonly password: string; readonly random?: string }> {
  if (passwordStdin) return { password: await passwordFromStdin() }
  const random = randomPassword()
  return { password: random, random }
}

function hashed(password: string, settings: Settings): string {
  return hashPassword(password, hashCost(settings))
}

/**
 * What Node puts in the place of an argument's bytes that are not UTF-8. An argument holds neither
 * U+0000 nor an unpaired surrogate, which no registry could hold.
 */
const UNREADABLE = '\u{FFFD}'

function refuseBadName(name: string, registry: Registry): void {
  if (name === '') throw new CommandFault('The name is empty.')
  if ([...name].length > USERNAME_MAX_LENGTH) {
    throw new CommandFault(`The name is longer than ${USERNAME_MAX_LENGTH} characters.`)
  }
  if (name.includes(UNREADABLE)) {
    throw new CommandFault(
      'The name is not UTF-8 text and would be stored wrong. Set the terminal to UTF-8.',
    )
  }
  if (!registry.shape.admitsName(name)) {
    throw new CommandFault(`The registry "${registry.shape.name}" takes ASCII names only.`)
  }
}

/** Undefined where none is named. */
async function managerNamed(
  name: string | undefined,
  registry: Pick<Registry, 'find'>,
): Promise<User | undefined> {
  if (name === undefined) return undefined
  const manager = await registry.find(name)
  if (!manager) throw new CommandFault(`There is no user "${name}" to be the manager.`)
  return manager
}

/** An employee sees no team: most likely another user was meant, or a role is still to be set. */
function warnOfEmployee({ username, role }: User): void {
  if (role !== 'employee') return
  warn(
    `"${username}" is an employee and sees no team. Change that: users set-role "${username}" manager.`,
  )
}

async function warnWithoutAdmin(registry: Registry): Promise<void> {
  if ((await registry.list()).some(isWorkingAdmin)) return
  warn('No admin can sign in any more. Make one: users add NAME --role admin.')
}
