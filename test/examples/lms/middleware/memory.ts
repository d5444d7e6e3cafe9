/** The state of the middleware, in its storage. Nothing else survives a crash. */
import type { Enrollment } from './administration.ts'
import type { Storage } from './storage.ts'

/** An accepted event that is not processed yet. */
export interface Job {
  /** The id of the notification, which is the same in every delivery attempt. */
  id: string
  event: string
  data: Record<string, unknown>
}

/** What is known of a user: the principal ID, or the email until there is one. */
interface Known {
  principalId?: string
  email?: string
  /** Whether the user is gone. */
  isGone?: true
}

/** The access that an enrollment gives: of whom, and to what. */
export type Seat = Pick<Enrollment, 'student_id' | 'planned_course_id'>

/** A job that failed too often. */
export interface DeadLetter {
  job: Job
  reason: string
  /** How often the job was given up: a synchronization is started again and again. */
  count: number
}

export type Memory = ReturnType<typeof createMemory>

export function createMemory(storage: Storage) {
  const valuesOf = <T>(prefix: string): [name: string, value: T][] =>
    storage
      .entries<T>()
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, value]) => [key.slice(prefix.length), value])

  return {
    /** Whether a notification id is new. */
    isNew: (id: string): boolean => storage.get(`job ${id}`) === undefined,
    /** Whether a job is accepted and not done. */
    isUnfinished(id: string): boolean {
      const job = storage.get<Job | 'done'>(`job ${id}`)
      return job !== undefined && job !== 'done'
    },
    /** Stores a job before its delivery is acknowledged, in the same write as its id. */
    accept: (job: Job): void => storage.set(`job ${job.id}`, job),
    /** Marks a job as done. Its id stays. */
    finish: (id: string): void => storage.set(`job ${id}`, 'done'),
    /** The accepted jobs that are not done, such as those of a crashed process. */
    unfinishedJobs: (): Job[] =>
      valuesOf<Job | 'done'>('job ').flatMap(([, job]) => (job === 'done' ? [] : [job])),

    /** The principal ID of a user. The API does not return deleted users. */
    principalIdOf: (user: number) => storage.get<Known>(`user ${user}`)?.principalId,
    /** The email of a user whose account may exist, until its principal ID is known. */
    emailOf: (user: number) => storage.get<Known>(`user ${user}`)?.email,
    /** Stores that an account is about to be created. */
    expect: (user: number, email: string) => storage.set(`user ${user}`, { email }),
    remember: (user: number, principalId: string) => storage.set(`user ${user}`, { principalId }),
    /** Notes that a user is gone. What is known of the user stays, because the event of a merge can follow. */
    retire(user: number): void {
      const known = storage.get<Known>(`user ${user}`)
      if (known) storage.set(`user ${user}`, { ...known, isGone: true })
    },
    forget: (user: number): void => void storage.delete(`user ${user}`),
    /** The users that were there when they were read last. */
    users: (): number[] =>
      valuesOf<Known>('user ').flatMap(([user, { isGone }]) => (isGone ? [] : [Number(user)])),

    /** What an enrollment was when it was read last. The event of a deletion has its id only. */
    seatOf: (enrollment: number) => storage.get<Seat>(`enrollment ${enrollment}`),
    rememberSeat: (enrollment: number, { student_id, planned_course_id }: Seat): void =>
      storage.set(`enrollment ${enrollment}`, { student_id, planned_course_id }),
    /** The enrollments of an edition that were there when they were read last. */
    seatsOn: (edition: number): number[] =>
      valuesOf<Seat>('enrollment ').flatMap(([id, { planned_course_id }]) =>
        planned_course_id === edition ? [Number(id)] : [],
      ),
    forgetSeat: (enrollment: number): void => void storage.delete(`enrollment ${enrollment}`),

    noteMerge: (secondary: number, primary: number) => storage.set(`merged ${secondary}`, primary),
    /** The user that remains after all known merges of a user. */
    survivorOf(user: number): number {
      let survivor = user
      for (;;) {
        const next = storage.get<number>(`merged ${survivor}`)
        if (next === undefined) return survivor
        survivor = next
      }
    },

    /** Counts a delivery whose signature is not valid. A wrong secret shows as a number that grows. */
    noteRefusal: (): void => storage.set('refused', (storage.get<number>('refused') ?? 0) + 1),
    refusedCount: (): number => storage.get('refused') ?? 0,

    layAside(job: Job, reason: string): void {
      const key = `dead letter ${job.id}`
      const { count = 0 } = storage.get<DeadLetter>(key) ?? {}
      storage.set(key, { job, reason, count: count + 1 })
    },
    /** The jobs that failed too often, for manual inspection. */
    deadLetters: (): DeadLetter[] =>
      valuesOf<DeadLetter>('dead letter ').map(([, letter]) => letter),
  }
}
