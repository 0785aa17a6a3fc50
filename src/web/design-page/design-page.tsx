import { type ReactNode, useState } from 'react'
import {
  Avatar,
  Badge,
  Button,
  Card,
  CodeBlock,
  Dialog,
  Empty,
  Figure,
  FormatSwitch,
  FormattedText,
  FormRow,
  HelpMark,
  JsonValue,
  KeyMark,
  Keys,
  KindIcon,
  kindNames,
  Menu,
  MenuItem,
  Problem,
  ProgressBar,
  Segmented,
  Select,
  Skeleton,
  SwitchRow,
  Tabs,
  TextField,
  type Tone,
  Tooltip,
  toast,
  toastProblem,
} from '../design/index.ts'
import { Plus, Settings2 } from '../icons/index.ts'
import { Page } from '../shell/index.ts'

const tones: readonly Tone[] = ['neutral', 'good', 'warning', 'bad', 'note', 'variable', 'accent', 'computed']
const surfaces = ['bg-canvas', 'bg-sunken', 'bg-surface', 'bg-raised'] as const
const trail = [3, 5, 4, 8, 7, 12, 9, 14, 11, 16]

/** Every part of docs/design.md in every state. */
export const DesignPage = () => (
  <Page title="Design" badges={<Badge>development only</Badge>} actions={<Button>Action</Button>}>
    <div className="grid gap-4 p-4 lg:grid-cols-2">
      <Part title="Type">
        <p className="text-figure font-semibold tabular-nums">Figure 1,234</p>
        <p className="text-title font-semibold">Page title</p>
        <p className="text-heading font-semibold">Section</p>
        <p className="text-body">Body: words, rows of tables, controls</p>
        <p className="text-small text-ink-soft">Meta: labels of fields, times, hints</p>
        <p className="text-tiny text-ink-faint">Badges and axes of charts</p>
        <code className="text-small">code, ids and JSON</code>
      </Part>
      <Part title="Surfaces">
        <div className="grid grid-cols-4 gap-2">
          {surfaces.map((surface) => (
            <div key={surface} className={`flex h-20 flex-col justify-end rounded-md border p-2 ${surface}`}>
              <span>{surface.slice(3)}</span>
              <span className="text-small text-ink-soft">soft</span>
              <span className="text-small text-ink-faint">faint</span>
            </div>
          ))}
        </div>
      </Part>
      <Part title="Key figures">
        <div className="grid grid-cols-3 gap-4">
          <Figure
            label="Spend"
            value="$12.40"
            change="18% more than yesterday"
            isGood={false}
            trail={trail}
          />
          <Figure label="Errors" value="0.8%" change="0.3 points less" isGood trail={trail.toReversed()} />
          <Figure label="Scored" value="487" change="of 500" />
        </div>
      </Part>
      <Part title="Buttons">
        <Row>
          <Button kind="primary">
            <Plus />
            Primary
          </Button>
          <Button>Plain</Button>
          <Button kind="quiet">Quiet</Button>
          <Button kind="danger">Danger</Button>
          <Button size="small">Small</Button>
          <Tooltip label="Named by its tooltip" keys="Mod S">
            <Button size="icon" aria-label="Named by its tooltip">
              <Settings2 />
            </Button>
          </Tooltip>
        </Row>
        <Row>
          <Button kind="primary" disabled>
            Disabled
          </Button>
          <Button disabled>Disabled</Button>
          <Button isBusy>Busy</Button>
          <Keys keys="Mod Enter" />
        </Row>
      </Part>
      <TabsPart />
      <Part title="Badges">
        <Row>
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </Row>
      </Part>
      <Part title="Kinds">
        <div className="grid grid-cols-3 gap-2">
          {kindNames.map((kind) => (
            <span key={kind} className="flex items-center gap-2">
              <KindIcon kind={kind} />
              {kind}
            </span>
          ))}
        </div>
      </Part>
      <Part title="People and keys">
        <Row>
          {['Ada Lovelace', 'Grace Hopper', 'Linus', 'Alan Turing', 'edsger@example.com'].map((name) => (
            <Avatar key={name} name={name} label={name} />
          ))}
          <KeyMark />
        </Row>
      </Part>
      <Part title="Forms">
        <FormRow title="Evaluator" help="Judges and extractions call it. Example: gpt-4.1-mini.">
          <TextField label="Name" name="name" hint="A hint says what to write." defaultValue="Support" />
          <TextField label="Wrong" name="wrong" error="Must be at most 64 characters." />
          <TextField label="Disabled" name="disabled" disabled defaultValue="Fixed" />
          <Controls />
        </FormRow>
      </Part>
      <Part title="States">
        <Problem error={new Error('The server refused the change.')} onRetry={() => {}} className="m-0" />
        <Skeleton className="h-5 w-40" />
        <ProgressBar label="Progress" value={40} max={100} />
        <Empty title="No prompts yet" action={<Button kind="primary">New prompt</Button>}>
          A prompt is versioned from its first save.
        </Empty>
      </Part>
      <PopupsPart />
      <Part title="Markdown">
        <div className="flex items-start gap-2">
          <FormattedText text={markdown} className="min-w-0 flex-1" />
          <FormatSwitch texts={[markdown]} />
        </div>
      </Part>
      <Part title="JSON">
        <JsonValue text='{"category": "billing", "orders": [{"id": "A-17", "paid": true}], "score": 0.92}' />
      </Part>
      <Part title="Code">
        <CodeBlock
          name="the example"
          text={'curl http://localhost:4400/prompt-templates \\\n  -H "X-API-KEY: $KEY"'}
        />
      </Part>
    </div>
  </Page>
)

const markdown = `# Heading
A paragraph with **bold**, *italic*, \`code\` and [a link](https://example.com/page).

1. First
   - inner
2. Second

> Quoted

| model | cost |
|---|---|
| gpt-4o | 0.01 |

\`\`\`json
{"a": 1}
\`\`\``

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card title={title}>
    <div className="flex flex-col gap-3 px-4 pb-4">{children}</div>
  </Card>
)

const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">{children}</div>
)

function TabsPart() {
  const [tab, setTab] = useState('editor')
  const [mode, setMode] = useState('unified')
  return (
    <Part title="Tabs for places, segments for forms">
      <Tabs
        value={tab}
        onChange={setTab}
        isInset
        tabs={['editor', 'compare', 'code'].map((value) => ({
          value,
          label: value,
          panel: `The ${value} tab`,
        }))}
      />
      <Row>
        <Segmented
          label="Layout"
          value={mode}
          onChange={setMode}
          choices={['unified', 'split'].map((value) => ({ value, label: value }))}
        />
      </Row>
    </Part>
  )
}

function Controls() {
  const [choice, setChoice] = useState('openai')
  const [isOn, setOn] = useState(true)
  return (
    <>
      <Select
        label="Provider"
        value={choice}
        onChange={setChoice}
        choices={['openai', 'anthropic'].map((value) => ({ value, label: value }))}
      />
      <SwitchRow label="Strict" checked={isOn} onChange={setOn} />
    </>
  )
}

function PopupsPart() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Part title="Popups">
      <Row>
        <Menu trigger={<Button>Menu</Button>}>
          <MenuItem onSelect={() => toast('Renamed')} keys="R">
            Rename
          </MenuItem>
          <MenuItem danger onSelect={() => toastProblem('Could not delete it')}>
            Delete
          </MenuItem>
        </Menu>
        <Button onClick={() => setOpen(true)}>Dialog</Button>
        <span className="flex items-center">
          Stale
          <HelpMark word="Stale">
            A cell that has no value yet, or whose inputs changed since it was computed.
          </HelpMark>
        </span>
      </Row>
      {isOpen && (
        <Dialog
          onClose={() => setOpen(false)}
          title="Rename the prompt"
          description="Callers that use the old name get an error."
          actions={<Button kind="primary">Rename</Button>}
        >
          <TextField label="Name" name="name" defaultValue="ticket-triage" />
        </Dialog>
      )}
    </Part>
  )
}
