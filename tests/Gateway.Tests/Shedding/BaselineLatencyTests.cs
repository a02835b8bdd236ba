using DroneDelivery.Gateway.Shedding;

namespace DroneDelivery.Gateway.Tests.Shedding;

public sealed class BaselineLatencyTests
{
    private readonly BaselineLatency _baseline = new();

    [Fact]
    public void Learn_FirstTenWindows_IsTheirMean()
    {
        for (var window = 1; window <= 10; window++)
        {
            _baseline.Learn(window + 10, fromQueue: true);
        }

        Assert.Equal(15.5, _baseline.Seconds, precision: 9);
    }

    [Fact]
    public void Learn_LaterAndHigherWindow_RisesAsAnAverageOver600Windows()
    {
        _baseline.Replace(1);

        _baseline.Learn(1.601, fromQueue: false);

        Assert.Equal(1 + (0.601 * 2 / 601), _baseline.Seconds, precision: 9);
    }

    [Fact]
    public void Learn_LaterAndLowerWindow_FallsAsAnAverageOver60Windows()
    {
        _baseline.Replace(1);

        _baseline.Learn(0.8, fromQueue: true);

        Assert.Equal(1 - (0.2 * 2 / 61), _baseline.Seconds, precision: 9);
    }

    [Fact]
    public void Learn_HigherWindowWithRefusals_StaysTheSame()
    {
        _baseline.Replace(1);

        _baseline.Learn(3, fromQueue: true);

        Assert.Equal(1, _baseline.Seconds);
    }

    [Fact]
    public void Learn_LessThanHalf_FallsByAFurtherTwentieth()
    {
        _baseline.Replace(1);

        _baseline.Learn(0.4, fromQueue: false);

        Assert.Equal((1 - (0.6 * 2 / 61)) * 0.95, _baseline.Seconds, precision: 9);
    }

    [Fact]
    public void IsExceededBy_BeforeTheFirstWindow_IsFalse()
    {
        Assert.False(_baseline.IsExceededBy(TimeSpan.FromHours(1)));

        _baseline.Learn(1, fromQueue: false);

        Assert.False(_baseline.IsExceededBy(TimeSpan.FromSeconds(1)));
        Assert.True(_baseline.IsExceededBy(TimeSpan.FromSeconds(1.001)));
    }
}
