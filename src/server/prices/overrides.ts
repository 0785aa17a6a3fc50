import { serviceTierOf } from '../../engine/price/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import { leasesEnded } from '../caches/leases.ts'
import { type PriceOverrideRow, refusingDuplicates } from '../db/index.ts'
import type { Handlers } from '../http/handler.ts'
import { isoTime, timesOf } from '../http/iso-time.ts'
import { countOverrides, overrideRows, selectOverrides } from './override-queries.ts'

const duplicateMessage = 'There is an override for this provider, model, service tier and time already.'
const absent = () => new Refusal('not_found', 'There is no such price override.')
/** Maximum overrides, because each log call without a price reads all of them. */
const maxOverrides = 500

export const overrideHandlers = {
  async listPriceOverrides({ store }, { caller }) {
    const rows = await selectOverrides(store.scan, caller.workspace)
    return { success: true as const, price_overrides: rows.map(present) }
  },

  async createPriceOverride({ store, now }, { caller, body }) {
    const { workspace } = caller
    const row = await refusingDuplicates(store, duplicateMessage, () =>
      store.transact(async (tx) => {
        const id = await store.nextId(tx, 'price_override_ids')
        if ((await countOverrides(tx, workspace)) >= maxOverrides)
          throw new Refusal('bad_request', `A workspace has ${maxOverrides} price overrides at most.`)
        const time = now()
        const row: PriceOverrideRow = {
          workspace_id: workspace,
          id,
          provider: body.provider ?? '',
          model: body.model,
          valid_from: body.from,
          valid_to: body.to,
          service_tier: serviceTierOf(body.service_tier) ?? '',
          rates: JSON.stringify(body.rates),
          created_at: time,
          updated_at: time,
        }
        checkEnd(row)
        await overrideRows.insert(tx, row)
        return row
      }),
    )
    await leasesEnded()
    return answer(row)
  },

  async updatePriceOverride({ store, now }, { caller, params, body }) {
    const { workspace } = caller
    const row = await refusingDuplicates(store, duplicateMessage, () =>
      store.transact(async (tx) => {
        const storedOverride = await overrideRows.find(tx, workspace, params.price_override_id)
        if (!storedOverride) throw absent()
        const change = {
          provider: body.provider === undefined ? storedOverride.provider : (body.provider ?? ''),
          model: body.model ?? storedOverride.model,
          valid_from: body.from ?? storedOverride.valid_from,
          valid_to: body.to === undefined ? storedOverride.valid_to : body.to,
          service_tier:
            body.service_tier === undefined
              ? storedOverride.service_tier
              : (serviceTierOf(body.service_tier) ?? ''),
          rates: body.rates ? JSON.stringify(body.rates) : storedOverride.rates,
          updated_at: now(),
        }
        checkEnd(change)
        await overrideRows.change(tx, workspace, storedOverride.id, change)
        return { ...storedOverride, ...change }
      }),
    )
    await leasesEnded()
    return answer(row)
  },

  async deletePriceOverride({ store }, { caller, params }) {
    const { workspace } = caller
    await store.transact(async (tx) => {
      const row = await overrideRows.find(tx, workspace, params.price_override_id)
      if (!row) throw absent()
      await overrideRows.remove(tx, workspace, row.id)
    })
    await leasesEnded()
    return { success: true as const }
  },
} satisfies Partial<Handlers>

function checkEnd({ valid_from, valid_to }: Pick<PriceOverrideRow, 'valid_from' | 'valid_to'>): void {
  if (valid_to !== null && valid_to <= valid_from)
    throw new Refusal('invalid', 'must be after `from`', { loc: ['body', 'to'] })
}

const answer = (row: PriceOverrideRow) => ({ success: true as const, price_override: present(row) })

const present = (row: PriceOverrideRow) => ({
  id: row.id,
  workspace_id: row.workspace_id,
  provider: row.provider || null,
  model: row.model,
  from: isoTime(row.valid_from),
  to: row.valid_to === null ? null : isoTime(row.valid_to),
  service_tier: row.service_tier || null,
  rates: JSON.parse(row.rates) as Record<string, string>,
  ...timesOf(row),
})
