import type { CabinetCommand } from '../../contract/cabinet/messages.ts';
import type { CabinetListener, Gateway } from '../gateway/gateway.ts';
import { MailTimeoutError, type Mail, type MailSender } from '../providers/mail/sender.ts';
import type { PaymentProvider } from '../providers/payments/provider.ts';
import type { TextCodeProvider } from '../providers/sms/codeProvider.ts';
import type { TextOutcome, TextSender } from '../providers/sms/textSender.ts';

/** An SMS provider that records its messages. The newest comes last. */
export class RecordingSms implements TextCodeProvider {
  readonly hasOwnText = false;
  readonly messages: { to: string; body: string; code: string }[] = [];
  /** The provider refuses this number of messages before it accepts a message. */
  refusals = 0;

  async send(message: { to: string; body: string; code: string }): Promise<void> {
    if (this.refusals > 0) {
      this.refusals--;
      throw new Error('the SMS provider refuses');
    }
    this.messages.push(message);
  }

  /** The newest code that was texted to a number. */
  codeFor(phone: string): string {
    const message = this.messages.findLast(({ to }) => to === phone);
    if (!message) throw new Error('no code was texted to this number');
    return message.code;
  }
}

/** Records all texts except codes. The newest comes last. */
export class RecordingTexts implements TextSender {
  readonly texts: { to: string; body: string }[] = [];
  /** The outcomes for the next texts. Each outcome is used once. If there is none, the text is accepted. */
  readonly answers: TextOutcome[] = [];

  async send(text: { to: string; body: string }): Promise<TextOutcome> {
    const answer = this.answers.shift() ?? { outcome: 'sent' };
    if (answer.outcome === 'sent') this.texts.push(text);
    return answer;
  }
}

/** A mail sender that records its mails. The newest comes last. */
export class RecordingMail implements MailSender {
  readonly mails: Mail[] = [];
  /** The sender refuses this number of mails before it accepts a mail. */
  refusals = 0;
  /**
   * The number of mails that the sender sends, but for which it then reports a time-out. After
   * these, it accepts mails.
   */
  timeouts = 0;

  async send(mail: Mail): Promise<void> {
    if (this.timeouts > 0) {
      this.timeouts--;
      this.mails.push(mail);
      throw new MailTimeoutError();
    }
    if (this.refusals > 0) {
      this.refusals--;
      throw new Error('the mail server refuses');
    }
    this.mails.push(mail);
  }

  /** The newest code that was mailed to an address. */
  codeFor(address: string): string {
    const mail = this.mails.findLast(({ to }) => to === address);
    if (!mail) throw new Error('no code was mailed to this address');
    return mail.code;
  }
}

/** A gateway without cabinets. It records commands, and the test calls its listener. */
export class RecordingGateway implements Gateway {
  readonly commands: { stationId: string; command: CabinetCommand }[] = [];
  listener: CabinetListener | null = null;

  async start(listener: CabinetListener): Promise<void> {
    this.listener = listener;
  }

  async send(stationId: string, command: CabinetCommand): Promise<void> {
    this.commands.push({ stationId, command });
  }

  async stop(): Promise<void> {
    this.listener = null;
  }
}

/** A payment provider for tests in which no money may move. */
export const noPayments: PaymentProvider = {
  name: 'sandbox',
  minimumCharge: () => 0,
  cardForm: () => ({
    provider: 'sandbox',
    url: 'http://127.0.0.1:9/card-form',
    origin: 'http://127.0.0.1:9',
    sheets: [],
  }),
  contentSources: () => ({ frames: ['http://127.0.0.1:9'], scripts: [], connects: [] }),
  beginSetup: refuse,
  edit: refuse,
  readWebhook: () => null,
  attach: refuse,
  detach: refuse,
  deleteCustomer: refuse,
  authorize: refuse,
  capture: refuse,
  void: refuse,
  refund: refuse,
  listTransactions: refuse,
  readBalance: refuse,
  readPayment: refuse,
  readChargeback: refuse,
  uploadReceipt: refuse,
  sendEvidence: refuse,
  readFraudWarning: refuse,
};

function refuse(): never {
  throw new Error('no money may move in this test');
}
