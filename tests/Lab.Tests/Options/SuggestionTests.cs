using DroneDelivery.LoadTests.Lab.Options;

namespace DroneDelivery.Lab.Tests.Options;

public sealed class SuggestionTests
{
    [Theory]
    [InlineData("", "abc", 3)]
    [InlineData("abc", "abc", 0)]
    [InlineData("abc", "acb", 1)]
    [InlineData("abc", "abd", 1)]
    [InlineData("kitten", "sitting", 3)]
    [InlineData("tunings", "tuning", 1)]
    public void Edits_TwoWords_AreTheFewestThatTurnOneIntoTheOther(string from, string to, int edits)
    {
        Assert.Equal(edits, Suggestion.Edits(from, to));
        Assert.Equal(edits, Suggestion.Edits(to, from));
    }

    [Theory]
    [InlineData("--secnods", " Did you mean --seconds?")]
    [InlineData("-seconds", " Did you mean --seconds?")]
    [InlineData("--Full", " Did you mean --full?")]
    [InlineData("--ful", " Did you mean --full?")]
    [InlineData("--seeds", " Did you mean --seed?")]
    [InlineData("--x", "")]
    [InlineData("--connections", "")]
    [InlineData("", "")]
    public void For_Word_NamesTheNearestIfItIsNear(string word, string suggestion) =>
        Assert.Equal(suggestion, Suggestion.For(word, ["--full", "--seconds", "--seed"]));
}
