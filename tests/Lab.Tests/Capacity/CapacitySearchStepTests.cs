using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Lab.Capacity;

namespace DroneDelivery.Lab.Tests.Capacity;

/// <summary>After given trials, each written as its rate, + for met or - for missed, and its purpose if not doubling.</summary>
public sealed class CapacitySearchStepTests
{
    private static readonly CapacityPlan Plan = new() { MinRate = 2, MaxRate = 2_000 };
    private static readonly ResourceGoal Goal = SimulatedCapacityRun.CpuGoal(0.8);

    [Theory]
    [InlineData("", "20 doubling")]
    [InlineData("20+", "40 doubling")]
    [InlineData("20-", "20 doubling")]
    [InlineData("20- 20+", "20 doubling")]
    [InlineData("20- 20+ 20+", "40 doubling")]
    [InlineData("20- 20-", "10 doubling")]
    [InlineData("3- 3-", "2 doubling")]
    [InlineData("2- 2-", "none")]
    [InlineData("1500+", "2000 doubling")]
    [InlineData("2000+", "none")]
    public void Next_OneSideOfTheLimit_DoublesOrHalves(string trials, string next) => Assert.Equal(next, Next(trials));

    [Theory]
    [InlineData("20+ 80- 80-", "40 bisecting")]
    [InlineData("80- 20+ 80-", "40 bisecting")]
    [InlineData("20+ 45-b", "30 bisecting")]
    [InlineData("10+ 11.02-b", "10.5 bisecting")]
    [InlineData("10+ 11-b", "9.5 refining")]
    [InlineData("20+ 20+ 20-", "18.1 refining")]
    [InlineData("20+ 80- 80- 40+r", "44.2 refining")]
    public void Next_BothSidesOfTheLimit_BisectsByRatioUntilTheyAreNear(string trials, string next) =>
        Assert.Equal(next, Next(trials));

    /// <summary>The middle of 3 and 4 users would be 3 or 4 users again, without end.</summary>
    [Theory]
    [InlineData("1+ 3-b", "1.7 bisecting")]
    [InlineData("3+ 4-b", "refining")]
    public void Next_NeighboursAmongWholeNumbers_EndsBisecting(string trials, string next) =>
        Assert.EndsWith(next, Next(trials, Plan with { MinRate = 1, MinStep = 1 }), StringComparison.Ordinal);

    /// <summary>The middle of the bracket is 100, and a tenth is the distance of the first two steps.</summary>
    [Fact]
    public void Next_Refining_GoesToBothSidesAndHalfAsFar()
    {
        var search = new CapacitySearch(Goal, Plan);
        List<CapacityTrial> trials = [.. Read("96+b 104.1666666667-b")];
        var distances = new List<double>();
        while (distances.Count < 4)
        {
            var next = search.Next(trials)!.Value;
            distances.Add(Math.Round(Math.Log(next.Rate / 100), 6));
            trials.Add(Trial(next.Rate, met: next.Rate < 100, TrialPurpose.Refining));
        }

        Assert.Equal([-0.1, 0.1, -0.05, 0.05], distances);
    }

    [Theory]
    [InlineData(20, 30, 15)]
    [InlineData(5, 30, 30)]
    [InlineData(1_000, 30, 4)]
    [InlineData(20, 2, 4)]
    public void Next_FirstTrial_IsExtendedUntilItHasEnoughArrivals(double rate, double maxSeconds, double seconds) =>
        Assert.Equal(
            seconds, new CapacitySearch(Goal, Plan with { StartRate = rate, MaxSeconds = maxSeconds }).Next([])!.Value.Seconds);

    [Fact]
    public void Next_RefiningAtALowRate_IsExtendedUntilItHasFourHundredArrivals()
    {
        var next = new CapacitySearch(Goal, Plan).Next([.. Read("48+b 50-b")])!.Value;

        Assert.Equal(400, next.Rate * next.Seconds, 1e-9);
    }

    /// <summary>CPU is 0.65 % for each request: the cap is at 123.08. Only the first and last trial are off the line.</summary>
    [Fact]
    public void Conclude_TrialsAroundTheLimit_EstimateIsFromThoseWithinAFifthOfTheBracket()
    {
        CapacityTrial[] trials =
            [Cpu(50, 0.6), Cpu(100, 0.65), Cpu(120, 0.78), Cpu(125, 0.8125), Cpu(150, 0.975), Cpu(300, 0.9)];

        var found = Conclude(trials);

        Assert.Equal(123.08, found.Rate!.Value, 0.01);
    }

    /// <summary>CPU does not grow with the rate, so there is no line.</summary>
    [Theory]
    [InlineData("100+ 400- 400-", 100, 200, 400)]
    [InlineData("50+ 100+ 200- 250+ 300+ 400- 500-", 100, 346.41, 400)]
    [InlineData("100+ 200+ 300- 400- 500+ 600- 700-", 200, 244.949, 600)]
    public void Conclude_NoLine_IntervalIsFromWhereAllMetToWhereNoneDid(string trials, double low, double rate, double high)
    {
        var estimate = Conclude([.. Read(trials)]).Estimate!;

        Assert.Equal((low, rate, high), (estimate.Low, Math.Round(estimate.Rate, 3), estimate.High));
    }

    [Fact]
    public void Conclude_ALimit_HasThroughputAndRequestsInFlightOfTheNearestTrial()
    {
        CapacityTrial[] trials = [.. Read("50+ 110+ 140- 400-")];
        trials[1] = trials[1] with { InFlight = 7 };

        var found = Conclude(trials);

        Assert.Equal((110, 7), (found.Throughput, found.InFlight));
    }

    /// <summary>At 105 it was in a trial up to 5 % above the limit of 100.</summary>
    [Theory]
    [InlineData("100+", 0, true)]
    [InlineData("100+ 100- 105-", 2, true)]
    [InlineData("100+ 100- 105.1-", 2, false)]
    [InlineData("2- 2-", 1, true)]
    public void Conclude_GeneratorWasTheLimitInATrial_SaysSoIfItIsNotAboveTheLimit(string trials, int trial, bool says)
    {
        CapacityTrial[] all = [.. Read(trials)];
        all[trial] = all[trial] with { GeneratorLimit = "It was late." };

        Assert.Equal(says ? "It was late." : null, Conclude(all).GeneratorLimit);
    }

    private static FoundLimit Conclude(CapacityTrial[] trials) => new CapacitySearch(Goal, Plan).Conclude(trials);

    private static string Next(string trials, CapacityPlan? plan = null) =>
        new CapacitySearch(Goal, plan ?? Plan).Next([.. Read(trials)]) is { } next
            ? $"{Math.Round(next.Rate, 1)} {next.Purpose.ToString().ToLowerInvariant()}"
            : "none";

    private static IEnumerable<CapacityTrial> Read(string trials) =>
        from trial in trials.Split(' ', StringSplitOptions.RemoveEmptyEntries)
        let sign = trial.IndexOfAny(['+', '-'])
        select Trial(double.Parse(trial[..sign]), trial[sign] == '+', trial[(sign + 1)..] switch
        {
            "b" => TrialPurpose.Bisecting,
            "r" => TrialPurpose.Refining,
            _ => TrialPurpose.Doubling,
        });

    /// <summary>One that missed did not keep up.</summary>
    private static CapacityTrial Trial(double rate, bool met, TrialPurpose purpose) =>
        new(purpose, rate, 4, 100, 100, met ? rate : 0, LatencyValue.None, LatencyValue.None, 1) { CpuShare = 0.5 };

    private static CapacityTrial Cpu(double rate, double share) =>
        Trial(rate, met: true, TrialPurpose.Bisecting) with { CpuShare = share };
}
