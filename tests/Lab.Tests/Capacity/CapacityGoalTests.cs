using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Lab.Capacity;

namespace DroneDelivery.Lab.Tests.Capacity;

public sealed class CapacityGoalTests
{
    private static readonly LatencyGoal Latency = new(TimeSpan.FromMilliseconds(250));
    private static readonly CpuGoal Cpu = new(0.8);

    [Fact]
    public void Text_OfAGoal_IsThatOfReports() => Assert.Equal(("p99 under 250 ms", "CPU under 80 %"), (Latency.Text, Cpu.Text));

    [Theory]
    [InlineData(1_000, 990, true)]
    [InlineData(1_000, 989, false)]
    [InlineData(0, 0, false)]
    public void IsMet_Latency_OnePercentMayMiss(long arrivals, long good, bool met) =>
        Assert.Equal(met, Latency.IsMet(Trial(100, arrivals: arrivals, good: good)));

    [Theory]
    [InlineData(0.8, 100, true)]
    [InlineData(0.81, 100, false)]
    [InlineData(0.5, 90, true)]
    [InlineData(0.5, 89, false)]
    public void IsMet_Cpu_OnlyIfTheSystemKeepsUp(double cpu, double throughput, bool met) =>
        Assert.Equal(met, Cpu.IsMet(Trial(100, cpu, throughput)));

    /// <summary>CPU is 0.2 % for each request: the cap is at 400.</summary>
    [Fact]
    public void Fit_CpuOnALine_IsWhereItReachesTheCap()
    {
        var fit = Cpu.Fit([Trial(100, 0.2), Trial(200, 0.4), Trial(300, 0.61), Trial(410, 0.82), Trial(450, 0.3, throughput: 100)]);

        Assert.InRange(fit!.Limit.Rate, 396, 404);
        Assert.Equal(0.04, fit.Spread);
    }

    public static TheoryData<double[], double[]> TooLittle => new()
    {
        { [100, 200, 300], [0.2, 0.4, 0.6] },
        { [100, 100, 100, 100], [0.2, 0.21, 0.2, 0.21] },
        { [100, 200, 300, 400], [0.6, 0.5, 0.4, 0.3] },
        { [100, 200, 300, 400], [0.5, 0.5, 0.5, 0.5] },
    };

    [Fact]
    public void Fit_CpuAtTwoRates_IsOnTheLineThroughBoth() =>
        Assert.Equal(400, Cpu.Fit([Trial(100, 0.2), Trial(100, 0.2), Trial(300, 0.6), Trial(300, 0.6)])!.Limit.Rate, 1e-6);

    [Theory]
    [MemberData(nameof(TooLittle))]
    public void Fit_CpuThatDoesNotShowASlope_IsNone(double[] rates, double[] cpu) =>
        Assert.Null(Cpu.Fit([.. rates.Zip(cpu).Select(point => Trial(point.First, point.Second))]));

    [Fact]
    public void Fit_LatencyWithoutArrivals_IsNone() => Assert.Null(Latency.Fit([Trial(100, arrivals: 0, good: 0)]));

    [Fact]
    public void MeanMs_OfATrial_IsLittlesLaw()
    {
        Assert.Equal(40, (Trial(100) with { InFlight = 4 }).MeanMs);
        Assert.Equal(0, (Trial(100, throughput: 0) with { InFlight = 4 }).MeanMs);
    }

    [Theory]
    [InlineData(100, 75, 0.25)]
    [InlineData(0, 0, 1)]
    public void MissedShare_OfATrial_IsOfItsArrivals(long arrivals, long good, double share) =>
        Assert.Equal((arrivals - good, share), (Trial(100, arrivals: arrivals, good: good).Missed, Trial(100, arrivals: arrivals, good: good).MissedShare));

    private static CapacityTrial Trial(
        double rate, double cpu = 0.5, double? throughput = null, long arrivals = 100, long good = 100) =>
        new(TrialPurpose.Refining, rate, 1, arrivals, good, throughput ?? rate, LatencyValue.None, LatencyValue.None, 1) { CpuShare = cpu };
}
