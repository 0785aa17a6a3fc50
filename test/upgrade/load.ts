import { logEntry, publication } from '../crash/log-entry.ts'
import { apiOf } from '../kit/api.ts'

/** Callers that log, publish, read and search without a pause, at the addresses behind a load balancer. */
export class Load {
  readonly #key: string
  readonly #addresses: string[] = []
  readonly #underWay = new Map<string, number>()
  readonly #callers: Promise<void>[] = []
  #isOver = false
  #number = 0
  /** Markers of acknowledged log calls. */
  readonly logged: string[] = []
  /** Messages of failed calls. */
  readonly failures: string[] = []

  constructor(key: string) {
    this.#key = key
  }

  add(address: string): void {
    this.#addresses.push(address)
    if (this.#callers.length === 0)
      for (let caller = 0; caller < 4; caller++) this.#callers.push(this.#call(caller))
  }

  /** Takes the address out of the rotation, and waits until its calls are answered. */
  async remove(address: string): Promise<void> {
    this.#addresses.splice(this.#addresses.indexOf(address), 1)
    while (this.#underWay.get(address)) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  /** Waits for this many more log calls. */
  async logs(count: number): Promise<void> {
    const goal = this.logged.length + count
    while (this.logged.length < goal && this.failures.length === 0)
      await new Promise((resolve) => setTimeout(resolve, 20))
  }

  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#callers)
  }

  async #call(caller: number): Promise<void> {
    while (!this.#isOver) {
      const number = this.#number++
      const address = this.#addresses[number % this.#addresses.length]!
      this.#underWay.set(address, (this.#underWay.get(address) ?? 0) + 1)
      await this.#once(address, caller, number).catch((error) => this.failures.push(`${number}: ${error}`))
      this.#underWay.set(address, this.#underWay.get(address)! - 1)
    }
  }

  async #once(address: string, caller: number, number: number): Promise<void> {
    const api = apiOf(address, this.#key)
    const marker = `marker-${number}`
    const calls = [
      () => api.post('/log-request', logEntry(marker)),
      () => api.post('/rest/prompt-templates', publication(`prompt-${caller}`, marker)),
      () => api.post(`/prompt-templates/prompt-${caller}`, { input_variables: { name: 'Ada' } }),
      () => api.post('/api/public/v2/requests/search', { per_page: 5 }),
    ]
    // Every caller publishes its prompt before it reads it, so the first calls are of that kind.
    const kind = number < 4 ? 1 : number % calls.length
    const { status, body } = await calls[kind]!()
    if (status !== 200) this.failures.push(`${number}: ${status} ${JSON.stringify(body)}`)
    else if (kind === 0) this.logged.push(marker)
  }
}
