import { Button, CopyButton, Dialog } from '../design/index.ts'

interface Props {
  readonly title: string
  readonly description: string
  /** The name of the secret: "Copy key". */
  readonly name: string
  readonly secret: string
  readonly onSaved: () => void
}

/** A secret that is shown only once; the dialog closes when the person confirms that it is stored. */
export const ShownOnce = ({ title, description, name, secret, onSaved }: Props) => (
  <Dialog
    title={title}
    description={description}
    actions={
      <Button kind="primary" onClick={onSaved}>
        I saved it
      </Button>
    }
  >
    <div className="flex items-center gap-2 rounded-md border bg-sunken p-2">
      <code className="min-w-0 flex-1 text-small break-all whitespace-pre-wrap select-all">{secret}</code>
      <CopyButton name={name} text={secret} />
    </div>
  </Dialog>
)
