# Plays Stockpile by a few rules of thumb, in Perl, on JSON lines; several matches at once.
use strict;
use warnings;
use JSON::PP;

$| = 1;    # answers must not wait in a buffer

my (%rules, %matches);
my @BIDS = (0, 1, 3, 6, 10, 15, 20, 25);

# What cards are worth to anybody, in K: a share its price, fees what they cost, action cards and hidden cards a little.
sub worth {
    my ($seen, $card) = @_;
    return 3 if $card < 0;
    return $seen->{price}[$card] if $card < 6;
    return -($card - 5) if $card < 9;
    return 2;
}

sub pile_worth {
    my ($seen, $track) = @_;
    my $sum = 0;
    $sum += worth($seen, $seen->{pile_card}[$_]) for $seen->{pile_start}[$track] .. $seen->{pile_start}[ $track + 1 ] - 1;
    return $sum;
}

# By company: spaces its ticker will move this round as far as is known, 0 if it is not.
sub forecast {
    my ($seen, $company) = @_;
    my $card = $seen->{forecast_card}[$company];
    return $card < 0 || $seen->{pair_moved}[$company] ? 0 : (1, -3, -2, 1, 2, 4)[$card];
}

# How good an action is; only the order matters. Types that are not here are harmless last resorts.
my %score = (
    ACTION_TYPE_PLACE => sub {
        my ($seen, $action) = @_;
        return worth($seen, $action->{down}) - worth($seen, $action->{up});
    },
    ACTION_TYPE_BID => sub {
        my ($seen, $action) = @_;
        return pile_worth($seen, $action->{track} || 0) - $BIDS[ $action->{space} || 0 ];
    },
    ACTION_TYPE_PLAY => sub {
        my ($seen, $action) = @_;
        my $mine = $seen->{own_regular}[ $action->{company} ] + 2 * $seen->{own_split}[ $action->{company} ];
        return $action->{card} == 9 ? $mine : -$mine;
    },
    ACTION_TYPE_SELL => sub {
        my ($seen, $action) = @_;
        return -forecast($seen, $action->{company}) - 0.5;
    },
    ACTION_TYPE_SHOW => sub { my ($seen, $action) = @_; return $action->{regular} + $action->{split} },
    ACTION_TYPE_DONE => sub { return 0 },
);

sub choose {
    my ($decision, $actions) = @_;
    my ($best, $best_score);
    for my $id (@{ $decision->{legal} }) {
        my $action = $actions->[$id];
        my $rule   = $score{ $action->{type} };
        my $value  = $rule ? $rule->($decision->{stockpile}, $action) : -100;
        ($best, $best_score) = ($id, $value) if !defined $best_score || $value > $best_score;
    }
    return $best;
}

while (my $text = <STDIN>) {
    my $line = decode_json($text);
    if (my $told = $line->{rules}) {
        $rules{ $told->{rules} } = $told->{stockpile_actions}{actions};
    }
    elsif (my $start = $line->{start}) {
        $matches{ $start->{match} } = $rules{ $start->{rules} };
    }
    elsif (my $asked = $line->{decision}) {
        my $action = choose($asked, $matches{ $asked->{match} });
        print encode_json({ match => $asked->{match}, decision => $asked->{decision}, action => $action }), "\n";
    }
    elsif (my $end = $line->{end}) {
        delete $matches{ $end->{match} };
    }
}
