using DroneDelivery.LoadTests.Lab.Options;

namespace DroneDelivery.Lab.Tests.Options;

public sealed class QuantityTests
{
    [Theory]
    [InlineData("500ms", 0.5)]
    [InlineData("60s", 60)]
    [InlineData("1.5m", 90)]
    [InlineData("2 h", 7_200)]
    public void Time_WithItsUnit_IsInSeconds(string text, double seconds) =>
        Assert.Equal(seconds, Quantity.Time(text, "--for").TotalSeconds);

    [Theory]
    [InlineData("500/s", 500)]
    [InlineData("30/m", 0.5)]
    [InlineData("7.5", 7.5)]
    public void Rate_WithItsUnit_IsPerSecond(string text, double perSecond) =>
        Assert.Equal(perSecond, Quantity.Rate(text, "--open"), 9);

    [Theory]
    [InlineData("64KiB", 65_536)]
    [InlineData("2MB", 2_000_000)]
    [InlineData("5", 5)]
    public void Size_WithItsUnit_IsInBytes(string text, int bytes) => Assert.Equal(bytes, Quantity.Size(text, "--body-size"));

    [Theory]
    [InlineData("0", 0)]
    [InlineData("0s", 0)]
    [InlineData("1s", 1)]
    public void TimeOrNone_Nothing_IsZero(string text, double seconds) =>
        Assert.Equal(seconds, Quantity.TimeOrNone(text, "--warm-up").TotalSeconds);

    [Theory]
    [InlineData("0", null)]
    [InlineData("1", 1)]
    [InlineData("1.5", null)]
    [InlineData("+1", null)]
    [InlineData("101", null)]
    public void FindWhole_OneToAHundred_IsNullOutsideOfIt(string text, int? number) =>
        Assert.Equal(number, Quantity.FindWhole(text, 1, 100));

    [Theory]
    [InlineData("-1", -1)]
    [InlineData("1", 1)]
    [InlineData("-2", null)]
    [InlineData("+1", null)]
    [InlineData("--1", null)]
    public void FindWhole_BelowZeroAllowed_TakesAMinusAndNoPlus(string text, int? number) =>
        Assert.Equal(number, Quantity.FindWhole(text, -1, 100));

    [Fact]
    public void Number_OutsideItsBounds_NamesThem() => Assert.Equal(
        "--cpu must be a number from 1 to 100; it is '101'.",
        Assert.Throws<FormatException>(() => Quantity.Number("101", "--cpu", 1, 100)).Message);
}
