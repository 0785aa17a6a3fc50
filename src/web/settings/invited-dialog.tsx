import { Button, CopyButton, Dialog } from '../design/index.ts'
import { TriangleAlert } from '../icons/index.ts'
import type { Invited } from './invite-all.ts'

/** The links of new invitations, each with a copy button. The dialog closes only when the person confirms. */
export function InvitedDialog({ invited: { links, refused }, onDone }: Props) {
  const all = links.map(({ email, link }) => `${email} ${link}`).join('\n')
  return (
    <Dialog
      title={links.length === 1 ? `Send this link to ${links[0]!.email}` : 'Send each person their link'}
      description="Each link lets one person join the workspace. Links are shown only now."
      actions={
        <Button kind="primary" onClick={onDone}>
          {links.length === 1 ? 'I sent it' : 'I sent them'}
        </Button>
      }
    >
      <ul aria-label="Links" className="flex flex-col gap-2">
        {links.map(({ email, link }) => (
          <li key={email} className="flex items-center gap-2 rounded-md border bg-sunken p-2">
            <span className="min-w-0 flex-1">
              <bdi className="block truncate text-small font-medium">{email}</bdi>
              <code className="text-small break-all select-all">{link}</code>
            </span>
            <CopyButton name={`link for ${email}`} text={link} />
          </li>
        ))}
      </ul>
      {links.length > 1 && (
        <p className="mt-2 flex items-center gap-1 text-small text-ink-soft">
          Copy all, with their addresses
          <CopyButton name={`all ${links.length} links`} text={all} />
        </p>
      )}
      {refused.length > 0 && (
        <section role="alert" className="mt-3 rounded-md bg-bad-soft px-3 py-2 text-small text-bad">
          <h3 className="flex items-center gap-1.5 font-medium">
            <TriangleAlert className="size-4 shrink-0" aria-hidden />
            Not invited
          </h3>
          <ul className="mt-1 flex flex-col gap-0.5">
            {refused.map(({ email, reason }) => (
              <li key={email} className="[overflow-wrap:anywhere]">
                <bdi>{email}</bdi>: {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}

interface Props {
  readonly invited: Invited
  readonly onDone: () => void
}
