/** Integrations of the library: each mirrors the readers who have a book. */
import type { Connect } from '../../src/scenarios.ts'
import type { Loan } from './library-api.ts'

export interface MirrorOptions {
  /** How many times a call is tried. */
  readonly attemptsMax?: number
  /** Whether a walk starts again when the number of records changes. */
  readonly restartsWalks?: boolean
}

interface LoanList {
  readonly items: readonly Loan[]
  readonly total: number
}

/** Reads the loan of each event, and all loans in a synchronization, two at a time. */
export const mirrorLoans =
  ({ attemptsMax = 40, restartsWalks = true }: MirrorOptions = {}): Connect =>
  ({ baseUrl, token, fetch, sleep }) => {
    let readers: Record<number, string> = {}
    /** The loans of events since the walk began: it may have read them before. */
    let told: Loan[] = []

    async function get<T>(path: string): Promise<T | undefined> {
      for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
        try {
          const headers = { authorization: `Bearer ${token}` }
          const response = await fetch(`${baseUrl}${path}`, { headers })
          if (response.status === 404) return undefined
          if (response.ok) return (await response.json()) as T
        } catch {
          // The next attempt follows.
        }
        await sleep('1m')
      }
      return undefined
    }

    /** Reads all loans by offset. Undefined if their number changed, so that the walk may miss a loan. */
    async function walk(): Promise<readonly Loan[] | undefined> {
      const found: Loan[] = []
      let total: number | undefined
      for (;;) {
        const part = await get<LoanList>(`/loans?limit=2&offset=${found.length}`)
        if (!part) return undefined
        if (restartsWalks && total !== undefined && total !== part.total) return undefined
        total = part.total
        found.push(...part.items)
        if (part.items.length === 0 || found.length >= part.total) return found
      }
    }

    function store(loan: Loan): void {
      told.push(loan)
      if (loan.status === 'out') readers[loan.id] = loan.reader
      else delete readers[loan.id]
    }

    return {
      async fetch(request) {
        const { event_data } = (await request.json()) as { event_data: Loan }
        const loan = await get<Loan>(`/loans/${event_data.id}`)
        if (loan) store(loan)
        return new Response(null, { status: 204 })
      },
      async resync() {
        told = []
        const loans = (await walk()) ?? (await walk()) ?? []
        readers = Object.fromEntries(loans.map(({ id, reader }) => [id, reader]))
        for (const loan of told.splice(0)) store(loan)
      },
      state: () => readers,
    }
  }
