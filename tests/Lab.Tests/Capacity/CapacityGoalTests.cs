using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Lab.Capacity;

namespace DroneDelivery.Lab.Tests.Capacity;

public sealed class CapacityGoalTests
{
    private static readonly LatencyGoal Latency = new(TimeSpan.FromMilliseconds(250));
    private static readonly ResourceGoal Cpu = SimulatedCapacityRun.CpuGoal(0.8);

    private static readonly ResourceGoal All = new(new Dictionary<string, double> { ["CPU"] = 0.8, ["handles"] = 0.7 });

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

    [Theory]
    [InlineData("handles", 0.7, true)]
    [InlineData("handles", 0.71, false)]
    [InlineData("threads", 0.9, true)]
    public void IsMet_Resources_EachHasItsCap(string resource, double share, bool met) =>
        Assert.Equal(met, All.IsMet(Trial(100) with { Resources = [new(resource, "shop", share * 1_000, 1_000)] }));

    [Fact]
    public void WhyMissed_SeveralAboveTheirCaps_NamesTheFurthest()
    {
        var trial = Trial(100, cpu: 0.81) with
        {
            Resources = [new("memory", "shop", 85, 100), new("handles", "shop", 80, 100), new("threads", "shop", 99, 100)],
        };

        Assert.Equal("handles of shop is the first at its cap", All.WhyMissed(trial));
        Assert.Equal("CPU of all is the first at its cap", Cpu.WhyMissed(trial));
        Assert.Contains("falls behind", All.WhyMissed(Trial(100, throughput: 50)));
        Assert.Null(Latency.WhyMissed(trial));
    }

    /// <summary>Handles are at their cap of 0.7 at 350, CPU only at 400, and those of the other process hardly grow.</summary>
    [Fact]
    public void Fit_Resources_IsWhereTheFirstReachesItsCap()
    {
        double[] rates = [100, 200, 300, 400];
        var fit = All.Fit([.. rates.Select(rate => Trial(rate, cpu: rate / 500) with
        {
            Resources = [new("handles", "shop", rate * 2, 1_000), new("handles", "other", 100 + (rate / 100), 1_000)],
        })]);

        Assert.Equal(350, fit!.Limit.Rate, 1e-6);
    }

    [Theory]
    [InlineData(0.8 / 590, true)]
    [InlineData(0.8 / 610, false)]
    public void Fit_CapFarBeyondTheRatesTried_IsNone(double cpuOfARequest, bool isNear)
    {
        double[] rates = [100, 200, 300, 400];

        var fit = Cpu.Fit([.. rates.Select(rate => Trial(rate, rate * cpuOfARequest))]);

        Assert.Equal(isNear, fit is not null);
    }

    [Fact]
    public void Text_ResourceGoal_NamesTheCapIfItIsTheSame()
    {
        Assert.Equal("every resource under its cap", All.Text);
        Assert.Equal(
            "every resource under 80 %", new ResourceGoal(All.Caps.ToDictionary(cap => cap.Key, _ => 0.8)).Text);
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
