// What settings are refused for.
import assert from 'node:assert/strict'
import { readSettings, SettingsError } from '../../src/settings.ts'

/** A line for each fault of an environment, none where it is taken. */
export function faultsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    assert.ok(error instanceof SettingsError)
    return error.faults
  }
}
