/** The exact titles of all pages that show a screen, in English, Simplified Chinese and Spanish. */
export const titles = {
  '/home': ['Home', '首页', 'Inicio'],
  '/home/scan': ['Scan', '扫码', 'Escanear'],
  '/home/rent/preparing': [
    'Preparing your charger',
    '正在准备您的充电宝',
    'Preparando tu cargador',
  ],
  '/home/rent/success': ['Take your charger', '请取出充电宝', 'Toma tu cargador'],
  '/home/rent/outOfChargers': ['Out of chargers', '充电宝已借完', 'Sin cargadores'],
  '/home/rent/technicalError': ['Technical problem', '技术故障', 'Problema técnico'],
  '/home/rent/paymentError': ['Payment failed', '付款失败', 'Pago fallido'],
  '/search': ['Search nearby stations', '搜索附近站点', 'Buscar estaciones cercanas'],
  '/login': ['Log in', '登录', 'Iniciar sesión'],
  '/login/loginWithPhone': ['Log in', '登录', 'Iniciar sesión'],
  '/login/social': ['Log in', '登录', 'Iniciar sesión'],
  '/notMe': ['Was this you?', '是您本人吗？', '¿Fuiste tú?'],
  '/countryCode': ['Country or region', '国家/地区', 'País o región'],
  '/loginWithPhone/phone/code': ['Enter the code', '输入验证码', 'Ingresar el código'],
  '/payment/unlockChanger': ['Unlock changer', '解锁充电宝', 'Desbloquear cargador'],
  '/payment/unlockChanger/addNewCard': ['Add new Card', '添加新卡', 'Agregar tarjeta'],
  '/payment': ['Payment', '付款', 'Pago'],
  '/payment/addNewCard': ['Add new Card', '添加新卡', 'Agregar tarjeta'],
  '/payment/paymentMethodActions': ['Payment methods', '付款方式', 'Métodos de pago'],
  '/payment/paymentMethodActions/addPaymentMethod': [
    'Add payment method',
    '添加付款方式',
    'Agregar método de pago',
  ],
  '/payment/paymentMethodActions/edit': ['Card edit', '编辑银行卡', 'Editar tarjeta'],
  '/payment/addGoCash': ['Add GoCash', '充值 GoCash', 'Agregar GoCash'],
  '/payment/addGoCash/selectPaymentMethod': [
    'Select payment method',
    '选择付款方式',
    'Elegir método de pago',
  ],
  '/payment/addGoCash/complete': ['Complete', '完成', 'Completar'],
  '/payment/addGoCash/goCashSuccess': ['GoCash success', '充值成功', 'Recarga exitosa'],
  '/payment/viewHistory': ['View History', '查看记录', 'Ver historial'],
  '/coupon': ['Coupon', '优惠券', 'Cupones'],
  '/share': ['Redeem Coupon', '兑换优惠券', 'Canjear cupón'],
  '/getFree': ['Get free', '邀请有礼', 'Invita y gana'],
  '/getFree/howItWorks': ['How it works', '如何参与', 'Cómo funciona'],
  '/gogoHost': ['Become a host', '成为合作站点', 'Conviértete en anfitrión'],
  '/gogoHost/form': ['Become a host', '成为合作站点', 'Conviértete en anfitrión'],
  '/history': ['Order history', '订单记录', 'Historial'],
  '/history/detail': ['Order receipt', '订单收据', 'Recibo'],
  '/history/detail/problem': ['Report a problem', '报告问题', 'Reportar un problema'],
  '/history/detail/proof': ['Proof of return', '归还凭证', 'Constancia de devolución'],
  '/history/map': ['Where you rented', '租借地点', 'Dónde alquilaste'],
  '/history/export': ['Export orders', '导出订单', 'Exportar pedidos'],
  '/pdfDownload': ['Pdf', 'PDF', 'PDF'],
  '/history/pay/paySuccess': ['Payment success', '支付成功', 'Pago exitoso'],
  '/notification': ['Notification', '通知', 'Notificaciones'],
  '/notification/detail': ['Notification Detail', '通知详情', 'Detalle'],
  '/profile': ['profile', '个人资料', 'Perfil'],
  '/profile/yourInfo': ['Your info', '您的信息', 'Tu información'],
  '/profile/yourInfo/:type': ['Your info', '您的信息', 'Tu información'],
  '/profile/yourInfo/:type/code': ['Enter the code', '输入验证码', 'Ingresar el código'],
  '/profile/yourInfo/phone/country': ['Country or region', '国家/地区', 'País o región'],
  '/profile/recent': ['Recent', '最近使用', 'Recientes'],
  '/menu': ['Menu', '菜单', 'Menú'],
  '/help': ['Help center', '帮助中心', 'Centro de ayuda'],
  '/help/report': ['Report a problem', '报告问题', 'Reportar un problema'],
  '/help/reports': ['Your reports', '您的报告', 'Tus reportes'],
  '/setting': ['Settings', '设置', 'Ajustes'],
  '/setting/changeLanguage': ['Language', '语言', 'Idioma'],
  '/setting/legal': ['Legal', '法律条款', 'Legal'],
  '/setting/legal/terms': ['Terms', '服务条款', 'Términos'],
  '/setting/legal/licenses': ['Licenses', '许可证', 'Licencias'],
  '/setting/legal/privacy': ['Privacy', '隐私政策', 'Privacidad'],
  '/login/loginWithPhone/terms': ['Terms', '服务条款', 'Términos'],
  '/login/loginWithPhone/privacy': ['Privacy', '隐私政策', 'Privacidad'],
  '/setting/notifications': ['Notification settings', '通知设置', 'Ajustes de notificaciones'],
  '/setting/devices': ['Devices', '设备', 'Dispositivos'],
  '/startGuide': ['Start Guide', '使用指南', 'Guía de inicio'],
  '/new-user-promo': ['Offers', '优惠活动', 'Ofertas'],
  '/new-user-prom/terms': ['Promotion terms', '活动条款', 'Términos de las promociones'],
  '/activityCoupon': ['Your reward', '您的奖励', 'Tu recompensa'],
  '/activityRedeemNow': ['Redeem Now', '立即兑换', 'Canjear ahora'],
  '/eventEnded': ['Promotion ended', '活动已结束', 'Promoción terminada'],
  '/raffle': ['Raffle', '抽奖', 'Sorteo'],
  '/:type/launcher': ['Offer', '优惠', 'Oferta'],
  '/:type/start': ['Claim the offer', '领取优惠', 'Obtener la oferta'],
  '*': ['Page not found', '找不到页面', 'Página no encontrada'],
} as const satisfies Record<string, readonly [en: string, zh: string, es: string]>;

/** The paths of the pages that show a screen. The rows of the tables visit these pages. */
export type ScreenPath = keyof typeof titles;

/** The pages that only redirect, each with the page that it opens. */
export const redirects = {
  '/payment/authenticated': '/home',
  '/new-user-promo/terms': '/new-user-prom/terms',
} as const satisfies Record<string, ScreenPath>;

/** Returns the path pattern of an address. Returns `*` if no pattern fits. */
export function pageOf(address: string): string {
  const parts = new URL(address).pathname.split('/');
  const fits = (path: string) => {
    const wanted = path.split('/');
    return (
      wanted.length === parts.length &&
      wanted.every((want, index) => want === parts[index] || want.startsWith(':'))
    );
  };
  return Object.keys(titles).find(fits) ?? '*';
}
