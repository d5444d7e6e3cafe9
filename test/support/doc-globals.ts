/** The globals that examples in docstrings use; `npm run gen` writes the examples to `test/docs/examples.ts`. */
import type { Emulator, Enrollment, Receiver, Records } from 'course-admin-emulator'
import type { ReportCard } from 'course-admin-emulator/check'
import type { Exploration } from 'course-admin-emulator/explore'
import type {
  Connect,
  Connection,
  Integration,
  ScenarioContext,
} from 'course-admin-emulator/scenarios'
import type { RecordSource } from 'course-admin-emulator/data'

export { default as assert } from 'node:assert/strict'
export { readFileSync, writeFileSync } from 'node:fs'
export { writeFile } from 'node:fs/promises'
export { after } from 'node:test'
export { Query } from '@msw/data'
export { setupServer } from 'msw/node'
export { describe, expect, vi } from 'vitest'
export { defineConfig } from 'vitest/config'

export declare const emulator: Emulator
export declare const hook: Receiver
export declare const step: ScenarioContext['step']
export declare const app: { readonly fetch: (request: Request) => Promise<Response> }
export declare const createMiddleware: (
  settings: Pick<Connection, 'baseUrl' | 'token' | 'secret'>,
) => Integration
export declare const courseList: (baseUrl: string, headers: HeadersInit) => HTMLElement
export declare const enrollTwice: (baseUrl: string, token: string, id: number) => Promise<void>
export declare const myUsers: RecordSource
export declare const db: { readonly enrollment: RecordSource }

export declare const mia: Records['users']
export declare const double: Records['users']
export declare const enrollment: Enrollment
export declare const course: Records['courses']
export declare const planned: Records['planned_courses']
export declare const meeting: Records['meetings']
export declare const request: Request
export declare const response: Response
export declare const syncCourses: (baseUrl: string) => Promise<void>
export declare const exploration: Exploration
export declare const card: ReportCard
export declare const connect: Connect
export declare const storage: Connection['storage']
export declare const notification: { readonly id: string }
export { merge } from 'course-admin-emulator/scenarios'
