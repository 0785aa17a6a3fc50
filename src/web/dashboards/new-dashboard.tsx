import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, queryOf } from '../api/index.ts'
import { classNames, counted, TextField } from '../design/index.ts'
import { FormDialog, useFormChange } from '../dialogs/index.ts'
import { chooseScores } from './choose-scores.ts'
import { freeName } from './free-name.ts'
import { gallery, type Template } from './gallery.ts'
import { listKey } from './use-dashboards.ts'

const empty: Template = {
  id: 'empty',
  name: 'Empty dashboard',
  about: 'Add tiles one by one',
  sinceHours: 24,
  tiles: [],
}

const maxSameNames = 50

/** Makes a dashboard from the gallery. */
export function NewDashboard({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [template, setTemplate] = useState(gallery[0]!)
  const [name, setName] = useState<string>()
  const { data: sameNames } = useQuery(
    queryOf([...listKey, 'names', template.name], 'listDashboards', {
      query: { name: template.name, page: 1, per_page: maxSameNames },
    }),
  )
  const proposed = freeName(template.name, sameNames?.dashboards.map((dashboard) => dashboard.name) ?? [])
  const create = useFormChange(
    async (dashboardName: string) =>
      call('createDashboard', {
        body: {
          name: dashboardName,
          since_hours: template.sinceHours,
          tiles: await chooseScores(template.tiles),
        },
      }),
    {
      keys: [listKey],
      onSuccess: ({ dashboard }) =>
        void navigate({
          to: '/dashboards/$dashboardId',
          params: { dashboardId: String(dashboard.id) },
          search: template.tiles.length === 0 ? { edit: true } : {},
        }),
    },
  )
  return (
    <FormDialog
      title="New dashboard"
      wide
      description="Choose a template. You can change every tile later."
      verb="Create dashboard"
      state={create}
      onSubmit={({ name: dashboardName = '' }) => create.mutate(dashboardName)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        required
        value={name ?? proposed}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className="grid grid-cols-3 gap-3 max-md:grid-cols-1">
        <legend className="pb-1.5 text-small font-medium text-ink-soft">Templates</legend>
        {[...gallery, empty].map((choice) => (
          <button
            key={choice.id}
            type="button"
            aria-pressed={choice.id === template.id}
            onClick={() => setTemplate(choice)}
            className={classNames(
              'flex flex-col items-start gap-1.5 rounded-lg border p-3 text-left hover:bg-sunken',
              choice.id === template.id && 'border-accent bg-accent-soft hover:bg-accent-soft',
            )}
          >
            <Preview template={choice} />
            <span className="font-medium">{choice.name}</span>
            <span className="text-small text-ink-soft">{choice.about}</span>
            <span className="text-small text-ink-faint">{counted(choice.tiles.length, 'tile')}</span>
          </button>
        ))}
      </fieldset>
    </FormDialog>
  )
}

/** The tiles of a template as boxes. */
const Preview = ({ template: { tiles } }: { template: Template }) => (
  <svg viewBox="0 0 120 60" aria-hidden className="h-15 w-full rounded-md bg-canvas">
    {tiles.map(({ id, x, y, width, height, shape }) => (
      <rect
        key={id}
        x={x * 9.6 + 3}
        y={y * 5.6 + 3}
        width={width * 9.6 - 2}
        height={height * 5.6 - 2}
        rx={1.5}
        className={
          shape === 'number' ? 'fill-accent/60' : shape === 'groups' ? 'fill-note/40' : 'fill-accent/30'
        }
      />
    ))}
  </svg>
)
