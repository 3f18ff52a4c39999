/** The address of the page that unlocks a charger of a station. */
export const unlockPath = (id: string) => `/payment/unlockChanger?equip_id=${id}`;
