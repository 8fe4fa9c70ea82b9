/**
 * Words of messages in many languages, as the recognizer of passcodes uses them. In each list, `*` at the end of a word
 * stands for up to seven more letters, `*` at its beginning for any letters before it, and `_` for a space. Words
 * without accents also match words with them. Lists of parts are for scripts without spaces between words, and for
 * those that add particles; a part matches anywhere in a word.
 */

/** Words that name a one-time passcode, whatever stands beside them. */
export const PASSCODE_WORDS = `
  otp otps totp mtan smstan tan pin pins pincode pinkode pinkod* passcode* pass_code passkey_code token tokens
  one_time_code one_time_password one_time_pin one_time_passcode one_time_key
  verification_number security_number authentication_number login_number verification_key
  password passwords passwort *kennwort einmalkennwort einmalpasswort einmalcode *passwort *bestatigungscode
  clave contrasena clau contrasenya contrasinal senha palavra_passe mot_de_passe parola parole_chiave parola_temporanea
  wachtwoord *wachtwoord losenord* engangskod* engangskode* *losenord adgangskode* engangsadgangskode passord* *passord
  lykilord* oryggiskod* salasana* kertakayttosalasana* kertakayttokoodi* tunnusluku* vahvistuskood* parool* salasona*
  haslo hasla heslo hesla jednorazov* jelszo* jelszav* lozink* zaporka geslo gesla slaptazod* parol parolis paroli* parolni
  parole paroles sifre* sifreniz* parola* parolan* dogrulama_kod* fjalekalim* pasahitza pasahitz* cyfrinair
  kata_sandi sandi kata_laluan katalaluan mat_khau msimbo nenosiri nywila wagwoord
  пароль* парол* пин пинкод* лозинк* шифр* құпиясөз* құпия_сөз* кодсөз сырсөз* нууц_үг* однораз* одноразов* єдинораз*
  συνθηματικο* գաղտնաբառ* პაროლ*
  sign_on_number sign_in_number signin_number logon_number access_number confirmation_pin temporary_number one_time_number one_time_digits verification_digits security_digits
  nambari_ya_uthibitisho nambari_yako_ya_uthibitisho nambari_ya_siri namba_ya_siri namba_ya_uthibitisho bestatigungsnummer bestatigungszahl bestatigungsziffern sicherheitsnummer numero_de_verificacion numero_de_verificacao numero_de_verification numero_di_verifica verificatienummer numer_weryfikacyjny nomor_verifikasi nombor_pengesahan so_xac_nhan
`;

/** Words for a code of any kind; the words beside them say which. */
export const CODE_WORDS = `
  code codes *code *codes kode* *kode *koden *kod kod kodu kodo kodem kody kodom koda kode kodas kodo koda kodi kodin* kodim*
  kodiniz* kodunuz* kodun* kodum* kodingiz* kodas kods kodja kodjat kodod kodot kodok kodjan* kodea kodearen kodicea
  kood koodi* *kood *koodi* *koodisi kodet *koden cod codul codului codi codigo* codice* codici *kodi *kodin
  mã cijfercode kodann kodanum kodanna kodich* kodici
  код кода коду кодом кодам коды кодът коде кодот *код кодтар* кодыңыз* кодын* кодиңиз кодингиз кодыбыз*
  κωδ κωδικο* κωδικ* կոդ* ծածկագիր* კოდ* კოდ
`;

/** Parts of words that name a passcode in scripts without spaces, or with particles joined to words. */
export const PASSCODE_PARTS = `
  验证码 驗證碼 校验码 校驗碼 动态码 動態碼 动态密码 動態密碼 动态口令 确认码 確認碼 验证密码 安全码 安全碼 口令 密码 密碼 登录码 登入碼 认证码 認證碼
  验证代码 驗證代碼 驗證代號 激活码 识别码 授权码 授權碼 随机码 隨機碼 一次性代码 身份码
  認証コード 確認コード 検証コード ワンタイム パスコード パスワード 暗証番号 認証番号 確認番号 セキュリティコード セキュリティーコード ログインコード 認証用コード 本人確認コード 二段階認証
  인증번호 인증코드 확인코드 확인번호 보안코드 보안번호 비밀번호 패스코드 패스워드 일회용 오티피 승인번호 로그인코드 핀번호 접속코드
  รหัสผ่าน รหัสยืนยัน รหัสลับ รหัสโอทีพี รหัสรักษา รหัสเข้า รหัสความปลอดภัย โอทีพี ລະຫັດຜ່ານ ລະຫັດຢືນຢັນ លេខកូដសម្ងាត់ ពាក្យសម្ងាត់ លេខសម្ងាត់
  ওটিপি পাসওয়ার্ড পাসওয়ার্ড পাসকোড ओटीपी पासवर्ड पासकोड पिन ઓટીપી પાસવર્ડ ਓਟੀਪੀ ਪਾਸਵਰਡ ଓଟିପି ஓடிபி ஓடீபி கடவுச்சொல் கடவுக்குறியீடு ఓటీపీ ఒటిపి పాస్‌వర్డ్ పాస్వర్డ్ ಒಟಿಪಿ ಪಾಸ್ವರ್ಡ್ ഒടിപി പാസ്വേഡ് പാസ്‌വേഡ് මුරපදය මුරකේතය
  סיסמה סיסמא סיסמת סיסמתך הסיסמ קוד_אימות קוד_האימות كلمةالمرور كلمة_المرور كلمة_السر كلمةالسر گذرواژه رمزعبور پاسورڈ پاس_ورڈ پاسکوڈ او_ٹی_پی تێپەڕەوشە پټنوم
  የይለፍ စကားဝှက် လျှို့ဝှက်
`;

/** Parts of words for a code of any kind, in the same scripts. */
export const CODE_PARTS = `
  代码 代碼 代號 コード 認証 確認番 코드 인증 รหัส โค้ด ລະຫັດ កូដ ကုဒ်
  কোড कोड કોડ ਕੋਡ କୋଡ குறியீடு குறியீட்டை கோட் కోడ్ ಕೋಡ್ ಕೋಡ കോഡ് കോഡ കේතය කේත
  קוד رمز كود کد کوڈ کوډ کۆد کود ኮድ
`;

/** Words beside a code word that make it a code of another kind. */
export const OTHER_KINDS = `
  promo promos promotion* promotional discount* coupon* voucher* gift* referral* refer referr* invite invitation affiliate* bonus offer loyalty reward*
  zip zipcode postal post postcode area error errors status exit country countries dress qr bar barcode source product products item items sku ean upc tracking booking reservation
  order orders sort sortcode branch course courses class conference meeting dialin webinar building hs commodity tariff tax vat fiscal swift bic iban ifsc routing customer client clients supplier
  vendor store shop company employee department practice conduct ethics honor laws color language currency airport iata airline flight station vehicle engine part parts model serial batch lot license penal civil
  criminal building morse genetic binary html java python machine legacy response return reason review reviews freeze base coverage repository snippet smell editor stock ticker diagnosis icd billing merchant mcc dial dialing dialling calling trunk access_point game cheat
  plz ort postleit* rabatt* gutschein* aktions* fehler* buchungs* bestell* kunden* artikel* produkt* sendungs* waren* versand* partner* filial* lander* landes* vorwahl steuer* dresscode strich* quell* zugfolge kurs* kampagnen*
  vare* varu* rabat* kampanje* kampanj* feil* fejl* fel land* kund* kunde* postnummer artikel post* bestallnings* boknings* ordre* bestilling* lands* butiks* gave* presentkort* medlems* strek* streck*
  korting* kortings* actie* klant* klanten* fout* bestel* boekings* product* landen* cadeau* kado* barcode streepjes* filiaal*
  descuento* promocion* promocional postal error pedido* producto* articulo* cliente* barras pais fuente reserva* vestimenta seguimiento cupon regalo area tienda curso etica conducta civil penal fiscal sucursal referido*
  desconto* promocao produto* erro rastreio rastreamento encomenda* loja indicacao cupom presente pais barras cep vestuario artigo
  promo erreur commande* produit* client* article* reduction* barre* pays reservation suivi cadeau parrainage remise vestimentaire route agence guichet magasin banque fidelite source insee naf ape
  sconto* prodotto* ordine* cliente* errore* prenotazione* fiscale avviamento cap barre articolo paese spedizione tracciamento negozio regalo stradale invito sorgente
  produs* client* eroare* comanda* comenzii reducere* postal* postala fiscal* bare articol* tara rezervare* promotional*
  pocztow* rabatow* produkt* promocyjn* bled* kresk* towar* zamowien* klient* kraj* kierunkow* rezerwacj* artykul* podarunk*
  postovni* psc slevov* produkt* chyb* carov* zbozi zakaznick* objednav* zem* rezervac* zlavov* tovar* poznavaci poznavac* darcek* darkov*
  termek* hiba* iranyito* rendeles* ugyfel* kupon* kedvezmeny* vonal* orszag* cikk* foglalas* ajandek*
  urun* indirim* posta* hata* musteri* siparis* kupon* kampanya* ulke alan takip barkod stok hediye davet rezervasyon magaza promosyon
  mahsulot* chegirma* pochta* buyurtma* mijoz* xato* mehsul* endirim* poct* sifaris* musteri* olke ölkə səhv
  produk pos diskon promo barang pesanan pelanggan negara area wilayah kesalahan kupon resi voucher referal kodpos poskod produk tempahan ralat baucar rujukan
  đơn_hàng giảm_giá đơn giảm buu_dien buu_chinh van_don khach_hang san_pham loi vung khuyen_mai so_thue buu hàng quoc_gia vạch
  tootte* soodus* posti* tellimus* kliendi* vea* riba* alennus* tuote* tilaus* asiakas* virhe* posti* kampanja* viiva* suunta* maa* maksun*
  preke* nuolaid* pasto klient* uzsakym* klaid* bruksnin* salies produkt* atlaid* pasta klienta pasutijum* kludas preces svitr* valsts
  popust* postansk* postn* proizvod* greske grešk* artikl* narudzb* kupac* kupca drzav* barkod bar promocijsk* izdelk* narocil* napak* kupc* poklon* darilni
  vor* voru* afslatt* postnumer pontun* villu* vidskipta* zbritje* produkti* postar* porosi* klienti* gabim* zerga produktu posta bezero deskontu desk cynnyrch
  товара товару товар* продукт* скидк* скидоч* промо* промокод* почтов* заказ* клиент* ошибк* ошибки страны регион* города штрих* бронир* отслежив* купон* подарочн* артикул* окпо окато инн бик подразделен* домофон*
  поштов* знижк* замовлен* клієнт* помилк* країни тов* товар* міста штрих* артикул* промоцій* пощенск* отстъпк* поръчк* грешк* стока стоката държав* поштенск* попуст* производ* нарачк* грешка поруџб* купц* артикл* држав* нарудж*
  тауар* жеңілдік* пошта тапсырыс* қате* өнім* бараа* шуудан* захиалг* хөнгөлөлт* тавар* памылк* паштов* зніжк* заказ*
  προϊοντο* προιοντο* προιον* ταχυδρομικ* εκπτωσ* παραγγελ* πελατ* σφαλματ* χωρα* προσφορα* δωρο* κουπονι* κρατησ*
  ապրանք* զեղչ* փոստ* պատվեր* პროდუქტ* ფასდაკლებ* საფოსტო შეკვეთ* შეცდომ* საქონლ*
`;

/** Parts of words, or phrases, for codes of other kinds in the scripts of the lists of parts. */
export const OTHER_KIND_PARTS = `
  商品コード 商品番号 製品コード 郵便番号 クーポンコード 割引コード エラーコード 国コード 紹介コード 招待コード 品番コード 品目コード 注文コード 予約コード QRコード バーコード ＱＲコード 店舗コード 銀行コード 支店コード プロモーションコード プロモコード 顧客コード お客様コード ソースコード ドレスコード 会員コード 証券コード ギフトコード
  邮政编码 郵遞區號 邮编 商品代码 商品编码 产品代码 商品碼 产品编码 优惠码 優惠碼 折扣码 折扣碼 邀请码 邀請碼 推荐码 推薦碼 错误代码 錯誤代碼 二维码 二維碼 条形码 條碼 条码 股票代码 股票代碼 国家代码 國家代碼 区号 客户代码 客户编码 取件码 取件碼 提货码 兑换码 兌換碼 组织机构代码 信用代码 团购码
  상품코드 상품_코드 제품코드 제품_코드 우편번호 할인코드 할인_코드 쿠폰코드 쿠폰_코드 오류코드 오류_코드 에러코드 국가코드 국가_코드 추천코드 추천_코드 추천인코드 초대코드 초대_코드 프로모션_코드 프로모션코드 예약코드 예약_코드 주문코드 고객코드 고객_코드 품목코드 QR코드 바코드 종목코드 종목_코드
  รหัสไปรษณีย์ รหัสสินค้า รหัสส่วนลด โค้ดส่วนลด รหัสพัสดุ รหัสลูกค้า รหัสประเทศ รหัสข้อผิดพลาด คิวอาร์โค้ด บาร์โค้ด รหัสคำสั่งซื้อ รหัสสมาชิก รหัสการจอง รหัสโปรโมชั่น รหัสติดตาม ລະຫັດໄປສະນີ ລະຫັດສິນຄ້າ លេខកូដប្រៃសណីយ៍ លេខកូដផលិតផល ကုန်ပစ္စည်း စာပို့သင်္ကေတ
  पिन_कोड पिनकोड डाक_कोड उत्पाद_कोड छूट_कोड कूपन_कोड त्रुटि_कोड प्रोमो_कोड पोस्टल_कोड क्यूआर_कोड उत्पादन_कोड सवलत_कोड डिस्काउंट_कोड ग्राहक_कोड देश_कोड ऑर्डर_कोड রেফারেল_কোড পোস্ট_কোড পোস্টাল_কোড পণ্য_কোড পণ্যের_কোড ডিসকাউন্ট_কোড ছাড়ের_কোড প্রোমো_কোড কুপন_কোড ত্রুটি_কোড কিউআর_কোড পিন_কোড
  પિન_કોડ પ્રોડક્ટ_કોડ ડિસ્કાઉન્ટ_કોડ ਪਿੰਨ_ਕੋਡ ਉਤਪਾਦ_ਕੋਡ அஞ்சல்_குறியீடு தயாரிப்பு_குறியீடு தள்ளுபடி_குறியீடு பொருள்_குறியீடு కూపన్_కోడ్ ఉత్పత్తి_కోడ్ పిన్_కోడ్ పోస్టల్_కోడ్ డిస్కౌంట్_కోడ్ ಉತ್ಪನ್ನ_ಕೋಡ್ ಪಿನ್_ಕೋಡ್ ರಿಯಾಯಿತಿ_ಕೋಡ್ ഉൽപ്പന്ന_കോഡ് പിൻ_കോഡ് ഡിസ്കൗണ്ട്_കോഡ്
  קוד_מוצר קוד_הנחה קוד_קופון קוד_שגיאה קוד_המוצר מיקוד קוד_לקוח קוד_פריט קוד_מדינה קוד_הזמנה ברקוד קוד_לבוש קוד_פתוח קוד_סניף
  الرمز_البريدي رمز_بريدي رمز_المنتج كود_المنتج كود_الخصم رمز_الخصم كود_خصم رمز_خصم رمز_الخطأ رمز_الدولة كود_الدولة رمز_البلد رمز_الطلب كود_الطلب رمز_العميل كود_العميل رمز_الاستجابة رمز_القسيمة كود_القسيمة رمز_الحجز رمز_التتبع رمز_ترويجي الرمز_الترويجي رمز_الفرع
  کد_پستی کدپستی کد_تخفیف کد_کالا کد_محصول کد_ملی کدملی کد_پیگیری کد_رهگیری کد_خطا کد_کشور کد_مشتری کد_اقتصادی کد_سفارش کد_معرف کد_شعبه کد_رزرو
  پوسٹل_کوڈ پوسٹ_کوڈ پروڈکٹ_کوڈ ڈسکاؤنٹ_کوڈ رعایتی_کوڈ پرومو_کوڈ ایرر_کوڈ کیو_آر_کوڈ کسٹمر_کوڈ زپ_کوڈ ملکی_کوڈ آرڈر_کوڈ مصنوعات_کا_کوڈ ፖስታ_ኮድ የምርት_ኮድ የቅናሽ_ኮድ
`;

/** Words before a number that say what else it is. They lose to a passcode word earlier in the sentence. */
export const NUMBER_LABELS = `
  receipt receipts quittung* recu recibo* ricevuta* kvittering* kuitti paragon uctenka чек квитанц* order orders invoice* ticket* account* acct customer client member* membership case policy contract model serial version build phone phones mobile tel telephone cell call fax ref reference parcel shipment room flight
  page street booking reservation appointment card cards total amount balance price cost fee fare paid payment deposit refund salary bill tracking awb consignment delivery route bus train gate seat row table floor suite unit apt apartment house
  box block lot queue position bib roll passport licence license registration plate vin imei ip port isbn sku item article product id userid uid employee student patient file chapter verse section paragraph act season episode level
  score points rank record population altitude elevation since until year january february march april may june july august september october november december postcode zip pincode hotline helpline extension ext dial whatsapp
  bestellung* auftrag* auftragsnummer rechnung* rechnungsnummer kundennummer kunde* bestellnummer sendung* sendungsnummer vertrag* konto* kontonummer telefon* handynummer mobilnummer rufnummer hotline karte karten betrag summe saldo zimmer flug buchung* vorgang* vorgangsnummer aktenzeichen mitglied* mitgliedsnummer paket* ticketnummer termin zahler* hausnummer seite steuernummer
  pedido* factura* cuenta* tarjeta* telefono* movil cliente* reserva* vuelo habitacion importe saldo total referencia expediente envio seguimiento guia dni calle contrato poliza cita fatura* conta cartao telefone celular encomenda* voo quarto valor fatura apolice protocolo rastreio nif cpf boleto
  commande* facture* compte carte telephone mobile dossier reservation vol chambre montant solde colis suivi contrat adherent siret rue ordine* fattura* conto carta telefono cellulare prenotazione volo camera importo saldo spedizione pratica contratto tessera
  bestelling* factuur* rekening* klant* klantnummer telefoon* boeking* vlucht kamer bedrag zending* pakket* polis* dossier* kaart* order* ordre* ordrenummer faktura* fakturanummer kundenummer konto* telefon* telefonnummer mobilnummer kort kortet beløb belop belob sum booking* fly rom vaerelse pakke* sporing* ordernummer kundnummer bestallning* paket* kvitto flyg rum belopp bokning*
  tilaus* tilausnumero lasku* laskun asiakas* asiakasnumero puhelin* puhelinnumero kortti* tili* lento* huone* varaus* lahetys* lahetyst* viite* tellimus* arve* kliendi* telefoni* konto* kaart* broneering* pontun* reikning* kennitala simi herbergi flug
  zamowien* faktur* konto konta numer_konta telefon* karta karty klient* rezerwacj* przesylk* paczk* lot pokoj kwota saldo objednav* faktura zakaznik* ucet uctu karta karty zasilk* zasielk* rezervac* letu izba suma castka rendeles* szamla* ugyfel* telefonszam* kartya* foglalas* csomag* szoba jarat osszeg
  comanda* comenzii factura* cont contul card cardul telefon* client* rezervare* colet* awb zbor camera suma siparis* fatura* musteri* hesap* kart* telefon* rezervasyon* kargo* ucus oda tutar* bakiye takip* narudzb* racun* kupac* kartic* telefon* rezervacij* posiljk* let soba iznos narocil* kreditn* uzsakym* saskait* kliento korteles* telefono siunt* pasutijum* rekin* klienta kartes talruna sutijum*
  pesanan faktur rekening pelanggan telepon hp kartu resi paket penerbangan kamar jumlah pesanan invois akaun bilik telefon don_hang hoa_don tai_khoan thẻ dien_thoai van_don phòng chuyến so_tien buyurtma* hisob karta telefon sifaris* hesab kart
  заказ* заказа счет* счёт* счета договор* клиент* телефон* карт* карты карте рейс номер_рейса комнат* сумм* баланс* посылк* накладн* трек* отправлен* бронир* брони билет* обращен* заявк* дело замовлен* рахунк* рахунок договір* договору картк* посилк* кімнат* накладна бронюван* поръчк* фактур* сметк* клиентск* пратк* стая полет поруџбин* рачун* пошиљк* соба нарачк* сметка заявка тапсырыс шот карта захиалг* данс
  παραγγελι* τιμολογι* λογαριασμ* καρτα* καρτας τηλεφων* πελατ* κρατησ* πτησ* δωματι* ποσο* υπολοιπ* αποστολ* δεμα* պատվեր* հաշիվ* հեռախոս* քարտ* შეკვეთ* ანგარიშ* ტელეფონ* ბარათ* ოთახ*
  dossier* vorgang aktenzeichen expediente fascicolo pratica sak saksnummer arende arendenummer sag sagsnummer sprawa sprawy pripad ugyszam dosar predmet bel appelez telefona llame ligue chiama chiamare ring ringen anrufen rufen zadzwon zavolejte volejte hivja sunati nazovite poklicite arayin hubungi goi звоните позвоните телефонуйте обадете καλεστε helistage skambinkite zvaniet soita
`;

/** Parts of words at the end of the text before a number, in the scripts of the lists of parts. */
export const NUMBER_LABEL_PARTS = `
  订单 訂單 订单号 訂單編號 订单编号 单号 運單 快递单 发票 發票 账号 帳號 账户 卡号 卡號 电话 電話 手机 手機 手机号 客户 航班 房间 金额 金額 余额 餘額 合同 会员号 热线 客服 編號 编号 号码
  注文番号 注文 ご注文番号 請求書 請求番号 口座 口座番号 会員番号 お客様番号 電話 電話番号 カード番号 お問い合わせ番号 追跡番号 伝票番号 便 予約番号 受付番号 部屋 金額 合計 残高 番地
  주문번호 주문_번호 주문 송장번호 송장 운송장 청구서 계좌 계좌번호 고객번호 고객_번호 회원번호 전화 전화번호 카드 카드번호 예약번호 예약_번호 항공편 객실 금액 합계 잔액 문의 접수번호 호실
  คำสั่งซื้อ ใบแจ้งหนี้ บัญชี เลขที่บัญชี โทร โทรศัพท์ เบอร์โทร บัตร พัสดุ เลขพัสดุ ห้อง เที่ยวบิน ยอด ยอดเงิน จำนวนเงิน จอง ใบเสร็จ หมายเลขคำสั่งซื้อ คำสั่ง ເບີໂທ ຄຳສັ່ງຊື້ លេខទូរស័ព្ទ លេខបញ្ជាទិញ အော်ဒါ ဖုန်း
  ऑर्डर आर्डर चालान बिल खाता खाते फोन मोबाइल कार्ड ट्रैकिंग बुकिंग राशि शेष कमरा उड़ान ग्राहक पावती বিল অর্ডার চালান অ্যাকাউন্ট ফোন মোবাইল কার্ড ট্র্যাকিং বুকিং টাকা রুম ગ્રાહક ઓર્ડર બિલ ખાતા ફોન ਆਰਡਰ ਫ਼ੋਨ ਖਾਤਾ ஆர்டர் கணக்கு தொலைபேசி பில் அட்டை ఆర్డర్ ఖాతా ఫోన్ బిల్లు కార్డు ಆರ್ಡರ್ ಖಾತೆ ಫೋನ್ ಬಿಲ್ ഓർഡർ അക്കൗണ്ട് ഫോൺ ബിൽ ඇණවුම ගිණුම
  הזמנה הזמנתך ההזמנה חשבונית חשבון טלפון כרטיס לקוח משלוח חבילה טיסה חדר סכום יתרה حساب فاتورة الفاتورة طلب الطلب طلبك هاتف الهاتف جوال بطاقة البطاقة رحلة غرفة مبلغ المبلغ رصيد شحنة الشحنة تتبع سفارش فاکتور حساب تلفن موبایل کارت پرواز اتاق مبلغ مرسوله رهگیری آرڈر انوائس بل اکاؤنٹ فون موبائل کارڈ پرواز کمرہ رقم ٹریکنگ ትዕዛዝ ስልክ ሂሳብ
`;

/** Words for a number itself, between a label and the number. */
export const NUMBER_WORDS = `
  number numbers n no nr num n° numero numeros nummer numeri nombre numer numeru cislo cisla szam szama numarasi numaraniz numara nomor id nomer so sifra broj broja brojem numaras*
  номер номера номером №  число αριθμος αριθμο αριθμου համար* ნომერ* numri numeris numerio numurs numura number* raqami raqam nomi nomre nomresi нөмір* нөмірі дугаар numeru
`;

/** Words for the last digits of a number, which no earlier word overrides. */
export const LAST_DIGITS = `
  ending ends endet endend* endende endung terminad* terminada termina terminando terminant finissant finit finale final finales ultim* ultimos derniers eindig* eindigend slutar ender slutter slut paattyv* paatty* konczac* kończ* koncic* konci zavrsav* końców* vegzodo biten sonlu berakhir berakhiran
  оканчива* заканчива* закінчу* последние завърша* ληγει ληγουσα ληγ* последн* lopp lõppev* loppev* baigias* beidzas masked suffix cvv cvc cvv2
`;

/** Parts with the same meaning before or after a number. */
export const LAST_DIGITS_PARTS = `
  尾号 尾號 末尾 末四位 尾数 下4桁 下四桁 끝자리 끝나는 뒷자리 ลงท้าย ท้าย समाप्त अंतिम শেষ தொடங்கும் המסתיים מסתיים المنتهي المنتهية تنتهي ينتهي منتهی ختم_ہونے
`;

/** Words that say that a message was sent to the number after them. */
export const SENT_WORDS = `
  sent send sending texted emailed mailed gesendet geschickt gesandt enviad* enviamos enviado envoye envoyee envoyes inviat* verstuurd gestuurd verzonden skickat skickats skickad sendt sent lahetett* lahetetty wyslan* wyslal* odeslan* odoslan* poslan* poslali elkuld* kuldt* trimis* gonderil* gonderd* dikirim dihantar da_gui gui
  отправ* выслан* выслали надісл* відправ* изпрат* послат* εσταλη στειλαμε στειλ* saadet* saatsime nosutit* issiust* sendur yuborildi
`;

/** Words of messages about a sign-in or a confirmation, which often contain a passcode without naming it. */
export const OCCASIONS = `
  authori* autoris* autoriz* approv* freigabe* genehmig* aprob* aprov* verif* verify* verification verifying confirm* signin sign_in signing login logon log_in logging authenticat* authentification autentic* auth 2fa mfa two_factor two_step security secure expires expire bestatig* anmeld* sicherheit* verifizier* einlog*
  connexion connect* securite identifi* accesso accedere conferma* confirma* acceder acesso acessar ingresar inicio_de_sesion iniciar_sesion inloggen inlog* bevestig* logga inloggning* verifier* bekraft* bekreft* bekraeft* kirjaud* vahvist* potwierdz* logowan* weryfik* zalog* prihlas* overen* overov* potvrd* prijav* hitelesit* megerosit* bejelentkez* autentificar* conectar* giris* dogrula* onay* masuk verifikasi pengesahan dang_nhap xac_nhan xac_thuc kinnita* sisselog* patvirtin* prisijung* apstiprin* pieteik* stadfest* innskran*
  подтвер* вход* войти авториз* регистрац* підтвер* вхід* увійти потвър* влиза* потврд* пријав* најав* растау* кіру* баталгаажуул* επιβεβαι* συνδεσ* επαληθευσ* հաստատ* მიღება დადასტურ*
  two_step_login entsperr* unlock* freischalt* aktivier* koppel* anzumeld* debloqu* deverrouill* desbloque* sblocc* ontgrendel* koppelen lasa_upp las_opp lase_op odblok* odemkn* feloldas* deblocare otkljuc* odklen* aktivuj* aktivir* activat* activer activar attiva* ativar activeren aktivera aktiver logge logger logg
  разблокир* розблок* отключ* активир* активув* kuingia uthibitisho thibitish* ingia buka_kunci mo_khoa kilidi kilit etkinlest* tasdiq* tesdiq*
`;

/** Parts with the same meaning. */
export const OCCASION_PARTS = `
  ログイン 認証 確認 登录 登入 登錄 验证 驗證 确认 로그인 인증 확인 ยืนยัน เข้าสู่ระบบ सत्याप लॉगिन পুষ্টি যাচাই লগইন אימות כניסה התחבר تحقق تسجيل التحقق ورود تایید تأیید تصدیق لاگ சரிபார் உள்நுழை ధృవీ లాగిన్ ಲಾಗಿನ್ ലോഗിൻ ማረጋገጫ
  લૉગિન ਲੌਗਇਨ შესვლ დადასტურ մուտք ចូល ເຂົ້າສູ່ ဝင်ရောက် පිවිස लगइन ለመግባት ปลดล็อก เปิดใช้ 解锁 解鎖 激活 開通 ロック解除 有効化 잠금_해제 활성화 الدخول دخول فتح تفعيل فعال ביטול_נעילה הפעל
`;

/** Verbs of sentences that ask to enter something. */
export const ENTER_WORDS = `
  autofill eingabe saisie quote state present show give tell reply respond enter use type input key insert submit paste fill gib geben eingeben nutze nutzen verwende verwenden ingresa ingrese introduce introduzca usa use utiliza digite insira informe saisissez entrez utilisez inserisci usa voer gebruik ange anvand skriv brug bruk syota kayta wpisz uzyj podaj zadejte pouzijte zadajte unesite uporabite vnesite ird add_meg introduceti folositi girin kullanin masukkan gunakan nhap su_dung dung sisesta kasuta iveskite ievadiet
  введите используйте укажите введіть використайте въведете внесете унесите εισαγετε енгізіңіз оруулна
  authenticate typing entering tapez composez renseignez tape indiquez escribe escriba teclee ponga preencha insere insira escreva digita digiti immetti immetta scrivi tippe tippen
  toets typ tik invullen vul mata knappa fyll tast indtast indsaet skriv naeppaile kirjoita wprowadz przepisz opiste vloz vlozte vyplnte zadej napiste irja irjabe adja tastati scrieti upisite unesi ukucajte vpisite vnesi
  yazin yazip girip girerek ketik ketikkan taip tulis trykk nhap go dien sisestage kirjuta irasykite rakstiet veskite iveskite ingiza weka andika kiritiq kiriting daxil vendos shkruani fut vnesete въведи набери наберите впишите вбейте напишите набрать уведіть уведите впишіть впиши внеси γραψτε πληκτρολογηστε
`;

/** Parts of words with the same meaning, before or after what is to be entered. */
export const ENTER_PARTS = `
  入力 输入 輸入 填写 填寫 입력 กรอก ใส่ दर्ज লিখুন প্রবেশ הזן הקלד הזינו أدخل ادخل إدخال وارد درج
  yazın girin kullanın kiriting yazing daxil_edin енгізіңіз киритиңиз הקליד הזיני डालें भरें प्रविष्ट टाका উল্লেখ உள்ளிட నమోదు ನಮೂದಿಸಿ നൽകുക દાખલ ਦਰਜ შეიყვან մուտքագր ያስገቡ បញ្ចូល ປ້ອນ ထည့် ඇතුළත් พิมพ์ 打入 键入 鍵入 填入 打ち込 적어 기입 اكتب اكتبي بنویس
`;

/** Verbs for "is", after which the passcode stands. */
export const COPULAS = `
  is are ist lautet sind es son est e sao ar er on to je jest este eshte yra ir sunt being equals adalah ialah la ovo είναι ειναι это является е је ni ni: da дар ու է არის
`;

/** Parts with the same meaning at the end of the text before a number. */
export const COPULA_PARTS = `
  是 为 為 は 은 는 คือ है হল হলো ஆகும் הוא היא هو هي است ہے ແມ່ນ គឺ
`;

/** Words of offers; a code in their sentence gives a discount. */
export const OFFERS = `
  checkout discount* coupon* promo* voucher* rabatt* gutschein* descuento* desconto* remise reduction* sconto* korting* rabat* popust* indirim* slev* zlav* alennus* kedvezmeny* reducere* diskon* nuolaid* atlaid* afslatt* soodus* giảm chegirma* endirim* скидк* знижк* отстъпк* попуст* εκπτωσ* 割引 优惠 優惠 折扣 할인 ส่วนลด छूट ছাড় הנחה خصم تخفیف رعایت
`;

/** Units after a number. */
export const UNITS = `
  dollar dollars euro euros pound pounds usd eur gbp chf pln inr rs jpy cny krw kr kc czk huf ron lei lv tl try rub uah zl zloty rupees rupee yen yuan won baht dong vnd idr
  km kg g mg ml mb gb tb px cm mm m mi ft lbs oz kwh kcal lines files commits bytes rows records errors warnings issues entries messages emails calls orders parcels units seats rooms guests mph kmh people users points pts times items pieces pcs percent pct visitors customers members steps words pages photos followers likes views residents
  s sec secs second seconds min mins minute minutes h hr hrs hour hours day days week weeks month months year years sek sekunde* minute* minut* stunde* tag tage tagen woche* monat* jahr jahre punkte schritte menschen
  segundo* minuto* hora horas dia dias puntos pontos seconde* heure* jour jours secondi minuti ora ore giorni sekund* timer dager dagar dage timmar uur dagen minuuttia sekuntia tuntia godzin* dni hodin* sekund* masodperc* perc ora saniye* dakika* saat gun detik menit jam hari minit phut giay gio minutit tundi minuciu valandu minutes stundas
  мин минут* сек секунд* час* часов дн* дней руб рублей рубля грн гривень лв секунди минути хвилин* λεπτα ευρω δευτερολεπτα րոպե წუთ* минут тг теңге төгрөг
`;

/** Parts with the same meaning, directly at the beginning of the text after a number. */
export const UNIT_PARTS = `
  分钟 分鐘 分間 分以内 分内 秒 小时 小時 時間 天内 日内 日以内 日間 年 月 日 号 號 円 元 块 个 個 人 件 点 點 名 时 時 步
  분 초 시간 일간 일내 년 월 원 명 개 점 호 번지 นาที วินาที ชั่วโมง วัน บาท คน ปี คะแนน मिनट सेकंड घंटे दिन रुपये মিনিট সেকেন্ড ঘন্টা দিন টাকা নিমিষে நிமிட நாட்கள் ரூபாய் నిమిష రోజు రూపాయ ನಿಮಿಷ ರೂಪಾಯಿ മിനിറ്റ് രൂപ דקות שניות שעות ימים שקלים دقيقة دقائق ثانية ساعة ساعات يوم ريال درهم دينار جنيه دقیقه ثانیه ساعت روز تومان ریال منٹ سیکنڈ گھنٹے دن روپے ደቂቃ ብር
`;

/** Currencies before an amount. */
export const CURRENCIES = `
  usd eur gbp chf pln inr rs jpy cny rmb krw kr kc czk huf ron tl try rub uah php idr rp rm myr vnd sek nok dkk isk aud cad nt hk us sgd zar ngn kes ksh brl mxn aed sar qar npr lkr bdt tk birr etb r
`;

/** Words for "as", between a passcode and its word. */
export const AS_WORDS = `
  as als como comme come som jako kao mint olarak sebagai kui kaip ka как як като ως
`;

/** Words of an address of a place, beside which a PIN code is a postal code. */
export const ADDRESS_WORDS = `
  address road rd street st nagar colony city district dist town village taluk tehsil deliver delivery shipping ship state locality landmark marg sector bengaluru bangalore mumbai delhi chennai kolkata hyderabad pune area location zone
`;

/** Words without which letters after a code word are no code. */
export const NO_CODES = `
  below above ready valid invalid expired expires expire wrong right correct incorrect required missing attached enclosed here there following sent resent coming active inactive enabled disabled generated created used unused confidential private secret hidden personal unique never only also still already about being your this that with from when what will have been must please need needs more help them then some none unknown available unavailable inside length strength breach changed change updated update reset
`;
