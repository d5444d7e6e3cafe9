/** The type of a mistake in the tables of this folder. */
import type { Emulator } from 'course-admin-emulator'

/** A mistake: its name, the call, and a part of the message. */
export type Mistake = readonly [
  mistake: string,
  call: (emulator: Emulator) => unknown,
  message: string,
]

/** What no message contains: an object without a text, and two periods at the end of a sentence. */
export const illegible = /\[object |[^.]\.\.(?:$|\s)|: \./

/** Hides the types from a call, as JavaScript does. */
export const any = (value: unknown): never => value as never

/** Calls a function without its types, as JavaScript does. */
export const call = (target: unknown, ...args: unknown[]): unknown =>
  (target as (...args: unknown[]) => unknown)(...args)
