/** What every client here does: reads all users, page by page, and adds one. */

export interface Config {
  /** Where the course administration stands. */
  baseUrl: string
  token: string
}

export interface Person {
  first_name: string
  last_name: string
  email: string
}

export interface User extends Person {
  id: number
}

export interface People {
  /** Everybody, page by page. */
  all(): Promise<User[]>
  /** @throws Refused where a field is wrong, TooMany where there were too many requests */
  add(person: Person): Promise<User>
}

/** What is wrong, by field. */
export class Refused extends Error {
  readonly problems: Record<string, string[]>

  constructor(problems: Record<string, string[]>) {
    super('refused')
    this.problems = problems
  }
}

export class TooMany extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('too many requests')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The address of the next page, which is the last where there is none. */
export const nextPage = (link: string | null | undefined): string | undefined =>
  /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1]
