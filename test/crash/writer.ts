import assert from 'node:assert/strict'
import { apiOf, type Reply } from '../kit/api.ts'
import type { Journal, LabelTrail, Logged } from './journal.ts'
import { logEntry, publication, trackEntry } from './log-entry.ts'
import type { RestartingServer } from './restarting-server.ts'

export interface Template {
  readonly name: string
  readonly id: number
}

export interface Bench {
  readonly server: RestartingServer
  readonly key: string
  readonly journal: Journal
  readonly templates: readonly Template[]
}

/** A client that writes without pause, each write with a marker of its own, and records the answers. */
export class Writer {
  readonly #bench: Bench
  readonly #name: string
  readonly #template: Template
  readonly #label: LabelTrail
  #count = 0
  #latest: Logged | null = null

  constructor(bench: Bench, name: string, template: Template, label: LabelTrail) {
    this.#bench = bench
    this.#name = name
    this.#template = template
    this.#label = label
  }

  async writeUntil(isOver: () => boolean): Promise<void> {
    const kinds = [this.#log, this.#track, this.#log, this.#score, this.#annotate, this.#publish, this.#move]
    while (!isOver()) await kinds[Math.floor(Math.random() * kinds.length)]!.call(this, this.#marker())
  }

  #marker(): string {
    return `${this.#name}-${this.#count++}`
  }

  async #log(marker: string) {
    const body = await this.#post('/log-request', logEntry(marker), marker)
    if (body) this.#note({ marker, id: body.id })
  }

  async #track(marker: string) {
    const body = await this.#post('/track-request', trackEntry(marker), marker)
    if (body) this.#note({ marker, id: body.request_id })
  }

  #note(logged: Logged) {
    this.#latest = logged
    this.#bench.journal.logged.push(logged)
  }

  async #score(name: string) {
    if (!this.#latest) return
    const request = this.#latest.id
    const score = this.#count % 101
    const body = await this.#post('/rest/track-score', { request_id: request, score, name }, name)
    if (body) this.#bench.journal.scored.push({ request, name, score })
  }

  async #annotate(key: string) {
    if (!this.#latest) return
    const request = this.#latest.id
    const body = await this.#post(
      '/rest/track-metadata',
      { request_id: request, metadata: { [key]: true } },
      key,
    )
    if (body) this.#bench.journal.annotated.push({ request, key })
  }

  async #publish(marker: string) {
    const body = await this.#post('/rest/prompt-templates', publication(this.#template.name, marker), marker)
    if (!body) return
    const { version_number: version, prompt_version_id: versionId, id: prompt } = body
    this.#bench.journal.published.push({ marker, prompt, version, versionId })
  }

  async #move(marker: string) {
    const ownVersions = this.#bench.journal.published.filter(({ prompt }) => prompt === this.#template.id)
    const target = ownVersions[Math.floor(Math.random() * ownVersions.length)]
    if (!target) return
    const path = `/prompt-labels/${this.#label.label}`
    const body = await this.#send('patch', path, { prompt_version_number: target.version }, marker)
    if (!body) {
      this.#label.doubtful.push(target.versionId)
      return
    }
    this.#label.acknowledged = target.versionId
    this.#label.doubtful = []
    this.#bench.journal.moves++
  }

  #post(path: string, body: unknown, marker: string) {
    return this.#send('post', path, body, marker)
  }

  /** The body of the answer; null without an answer, which leaves the write in doubt. */
  async #send(
    method: 'post' | 'patch',
    path: string,
    body: unknown,
    marker: string,
  ): Promise<Reply['body'] | null> {
    for (;;) {
      const api = apiOf(await this.#bench.server.address(), this.#bench.key)
      const reply = await api[method](path, body).catch((error: unknown) => error as Error)
      if (!(reply instanceof Error)) {
        assert.equal(reply.status, 200, `${path}: ${JSON.stringify(reply.body)}`)
        return reply.body
      }
      if (wasNeverSent(reply)) continue
      this.#bench.journal.doubtful.push(marker)
      return null
    }
  }
}

function wasNeverSent({ cause }: Error): boolean {
  return (cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED'
}
