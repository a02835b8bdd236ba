using DroneDelivery.LoadTests.Insight.Figures;

namespace DroneDelivery.Insight.Tests.Figures;

public sealed class FigureTextTests
{
    [Theory]
    [InlineData(0, "0")]
    [InlineData(-0.004, "0")]
    [InlineData(-0.57, "-0.57")]
    [InlineData(0.046, "0.05")]
    [InlineData(3.2, "3.2")]
    [InlineData(48.06, "48.1")]
    [InlineData(668.7, "669")]
    [InlineData(94_230, "94,230")]
    public void Short_AnySize_HasAboutThreeDigits(double value, string text) => Assert.Equal(text, FigureText.Short(value));

    [Fact]
    public void Short_NotMeasured_IsADash() => Assert.Equal("–", FigureText.Short(null));

    [Theory]
    [InlineData(0, "0 calls")]
    [InlineData(1, "1 call")]
    [InlineData(1.001, "1 call")]
    [InlineData(9.44, "9.44 calls")]
    [InlineData(1_204, "1,204 calls")]
    public void Counted_AnyNumber_HasItsNoun(double count, string text) => Assert.Equal(text, FigureText.Counted(count, "call"));

    [Theory]
    [InlineData(0, "0 %")]
    [InlineData(0.0004, "under 0.1 %")]
    [InlineData(0.0466, "4.7 %")]
    [InlineData(0.84, "84 %")]
    public void Share_SmallOnes_StayApartFromNone(double share, string text) => Assert.Equal(text, FigureText.Share(share));

    [Theory]
    [InlineData(21.4, 19, "+13 %")]
    [InlineData(47.5, 59, "-19 %")]
    [InlineData(59, 59, "0 %")]
    [InlineData(5, 0, "–")]
    public void Difference_FromTheReference_IsSigned(double value, double reference, string text) =>
        Assert.Equal(text, FigureText.Difference(value, reference));

    [Theory]
    [InlineData("latency grows.", "Latency grows.")]
    [InlineData("p99 is 4 ms.", "p99 is 4 ms.")]
    [InlineData("9 calls.", "9 calls.")]
    public void Sentence_NameWithADigitAtTheStart_IsKept(string text, string expected) =>
        Assert.Equal(expected, FigureText.Sentence(text));
}
