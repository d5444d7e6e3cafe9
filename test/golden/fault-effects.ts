/** Every effect of a fault, at requests and at deliveries. */
import type { FaultEffect } from 'course-admin-emulator'

export const requestEffects: readonly FaultEffect[] = [
  { status: 503 },
  { status: 200 },
  { retry_after: 60 },
  { latency_ms: 90_000 },
  { timeout: 'before' },
  { timeout: 'after' },
  { reset: true },
  { body: 'truncated' },
  { body: 'malformed' },
  { body: 'empty' },
  { change: { act: 'update_user', input: { user_id: 2, first_name: 'Changed' } } },
]

export const deliveryEffects: readonly FaultEffect[] = [
  { status: 500 },
  { status: 204 },
  { latency_ms: 4_000 },
  { latency_ms: 14_000 },
  { timeout: 'before' },
  { timeout: 'after' },
  { reset: true },
  { drop: true },
  { duplicate: true },
  { delay_ms: 7_000 },
  { reorder: true },
  { signature: 'missing' },
  { signature: 'wrong' },
  { age_s: 900 },
]
