import stockpit.games.stockpile.v1.Stockpile.Action;
import stockpit.games.stockpile.v1.Stockpile.Observation;
import stockpit.games.stockpile.v1.Stockpile.SaleKind;
import stockpit.games.stockpile.v1.Stockpile.Settings;

/** The strategy of TRADER.md: what an observation makes cards, piles and actions worth. */
final class Trader {
    private static final int COMPANIES = 6;
    private static final int BOOM = 9;
    private static final int UNIT = 60; // of K: the mean of up to six numbers is whole
    private static final int UNSEEN = 3 * UNIT;
    private static final int ACTION_CARD = 5 * UNIT / 2;
    private static final int HURRY = 24 * UNIT;
    private static final int[] STEPS = {0, -3, -2, 1, 2, 4}; // by forecast card; the dividend (0) moves nothing

    private final Settings rules;
    private final Observation seen;
    private final int[] regular = new int[COMPANIES];
    private final int[] split = new int[COMPANIES];
    private final int[] piles;

    Trader(Settings rules, Observation seen) {
        this.rules = rules;
        this.seen = seen;
        for (int company = 0; company < COMPANIES; company++) {
            regular[company] = worth(company, 0, 1);
            split[company] = worth(company, 0, 2);
        }
        piles = new int[seen.getPileStartCount() - 1];
        for (int track = 0; track < piles.length; track++) {
            for (int at = seen.getPileStart(track); at < seen.getPileStart(track + 1); at++) {
                piles[track] += card(seen.getPileCard(at));
            }
        }
    }

    /** How good an action is next to others of the same question. */
    int score(Action action) {
        return switch (action.getType()) {
            case ACTION_TYPE_PLACE -> -(card(action.getDown()) - UNSEEN) * piles[action.getDownPile()]
                    - (card(action.getUp()) - UNSEEN) * piles[action.getUpPile()];
            case ACTION_TYPE_BID -> piles[action.getTrack()] * 5 - rules.getBidValue(action.getSpace()) * UNIT * 4;
            case ACTION_TYPE_PLAY -> push(action.getCompany(), action.getCard() == BOOM ? 2 : -2);
            case ACTION_TYPE_SELL -> sell(action.getCompany(), action.getKind());
            case ACTION_TYPE_SHOW -> action.getRegular() + 2 * action.getSplit();
            case ACTION_TYPE_DONE -> 0;
            default -> -1;
        };
    }

    /** The mean over the forecasts the company may have, after a push by so many spaces. */
    private int worth(int company, int push, int shares) {
        int known = seen.getForecastCard(company);
        int total = 0;
        int count = 0;
        for (int card = 0; card < COMPANIES; card++) {
            if (known == card || known < 0 && !seen.getForecastCardList().contains(card)) {
                total += after(company, push + STEPS[card], shares) + (card == 0 ? 2 * shares : 0);
                count++;
            }
        }
        return total * (UNIT / count);
    }

    /** What a card is worth once its ticker has moved. */
    private int after(int company, int step, int shares) {
        int first = rules.getTrackStart(company);
        int length = rules.getTrackStart(company + 1) - first;
        int index = seen.getPriceIndex(company) + step;
        if (index < 0) {
            return 0;
        }
        if (index < length) {
            return rules.getTrackValue(first + index) * shares;
        }
        index = Math.min(index - length + rules.getSplitIndex(company), length - 1);
        return rules.getTrackValue(first + index) * 2 + 10 * (shares - 1);
    }

    /** What a market card is worth; -1 is one whose face is unknown. */
    private int card(int card) {
        if (card < 0) {
            return UNSEEN;
        }
        if (card < COMPANIES) {
            return regular[card];
        }
        return card < BOOM ? -UNIT * (card - COMPANIES + 1) : ACTION_CARD;
    }

    /** What an action card brings this seat, and takes from the others. */
    private int push(int company, int spaces) {
        int shares = (seen.getOwnRegular(company) + 2 * seen.getOwnSplit(company)) * (rules.getPlayers() - 1);
        for (int seat = 0; seat < rules.getPlayers(); seat++) {
            int at = seat * COMPANIES + company;
            shares -= seat == seen.getSeat() ? 0 : seen.getKnownRegular(at) + 2 * seen.getKnownSplit(at);
        }
        return (worth(company, spaces, 1) - regular[company]) * shares;
    }

    /** What a sale brings over keeping the card; before the last round money also buys piles. */
    private int sell(int company, SaleKind kind) {
        int price = seen.getPrice(company) * UNIT + (seen.getRound() < rules.getRounds() ? HURRY : 0);
        return switch (kind) {
            case SALE_KIND_REGULAR -> price - regular[company];
            case SALE_KIND_SPLIT -> price + seen.getPrice(company) * UNIT - split[company];
            default -> price + regular[company] - split[company];
        };
    }
}
