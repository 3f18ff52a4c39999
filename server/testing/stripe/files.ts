import { createHash } from 'node:crypto';
import { textOf, type Form } from './form.ts';
import { invalid, newId, Refusal } from './objects.ts';

/** See docs.stripe.com/api/files/object. */
export interface StripeFile {
  id: string;
  object: 'file';
  filename: string;
  purpose: string;
  size: number;
  type: string;
}

/** A call in the encoding `multipart/form-data`. The form contains the hash of the file, not its bytes. */
export interface Upload {
  form: Form;
  data: Buffer;
}

/** The largest file that Stripe accepts for evidence, in bytes (docs.stripe.com/file-upload). */
const mostEvidenceBytes = 5 * 1024 * 1024;

/** The files of an account. */
export class Files {
  readonly all = new Map<string, StripeFile & { data: Buffer }>();

  /** Handles `POST /v1/files`. `upload` is null if the body is not in the encoding that Stripe needs. */
  create(upload: Upload | null): StripeFile {
    if (!upload) throw refusal('The request must be multipart/form-data');
    const { purpose, file } = upload.form;
    if (typeof purpose !== 'string') throw invalid('parameter_missing', 'purpose');
    if (typeof file !== 'object') throw invalid('parameter_missing', 'file');
    if (purpose !== 'dispute_evidence') throw invalid('parameter_invalid', 'purpose');
    const { data } = upload;
    if (data.length > mostEvidenceBytes) throw refusal('The file is too large');
    const isPdf = data.subarray(0, 5).toString('latin1') === '%PDF-';
    if (!isPdf || file['type'] !== 'application/pdf') throw refusal('The type is not supported');
    const created: StripeFile = {
      id: newId('file'),
      object: 'file',
      filename: textOf(file, 'name') ?? '',
      purpose,
      size: data.length,
      type: 'pdf',
    };
    this.all.set(created.id, { ...created, data });
    return created;
  }
}

/**
 * Reads an upload in the encoding `multipart/form-data`, or URL-encoded. Returns null if the upload
 * is incomplete or has another encoding.
 */
export async function readUpload(contentType: string, bytes: Buffer): Promise<Upload | null> {
  const fields = await new Response(new Uint8Array(bytes), {
    headers: { 'content-type': contentType },
  })
    .formData()
    .catch(() => null);
  if (!fields) return null;
  const form: Form = {};
  let data = Buffer.alloc(0);
  for (const [name, value] of fields) {
    if (typeof value === 'string') {
      form[name] = value;
      continue;
    }
    data = Buffer.from(await value.arrayBuffer());
    const sha256 = createHash('sha256').update(data).digest('hex');
    form[name] = { name: value.name, type: value.type, sha256 };
  }
  return { form, data };
}

/** An error answer that contains no error code. */
function refusal(message: string): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', message });
}
