namespace DroneDelivery.LoadTests.Lab.ScaleOut;

/// <summary>A number of instances under one kind of load: predicted, and measured in every round.</summary>
/// <param name="Predicted">The predicted throughput, and what limits it.</param>
/// <param name="Trials">One or more.</param>
/// <param name="Ratios">The throughput over that of one instance in the same round.</param>
/// <param name="LimitedBy">What was used most.</param>
internal sealed record ScaleRow(
    ScaleSeries Series, int Instances, SharedLimit Predicted, IReadOnlyList<ScaleTrial> Trials, IReadOnlyList<double> Ratios,
    string LimitedBy)
{
    /// <summary>A resource that is used less is not called the limit.</summary>
    private const double MinShare = 0.8;

    /// <summary>The median throughput.</summary>
    public double Measured => Trials.Select(trial => trial.PerSecond).Median();

    public MedianInterval Interval => MedianInterval.FromValues(Trials.Select(trial => trial.PerSecond));

    public double? Ratio => Ratios.Count > 0 ? Ratios.Median() : null;

    /// <summary>The measured throughput compared with the predicted one: 0.1 is 10 % more.</summary>
    public double Difference => (Measured / Predicted.Rate) - 1;

    /// <summary>The rows with measurements. One Delivery is compared with one behind the gateway.</summary>
    public static IReadOnlyList<ScaleRow> FromRecord(ScaleOutRecord record) =>
    [
        .. from series in record.Series
           let ones = (series.IsDirect ? record.Series.First(each => each.Name == ScaleOutLab.AllOwners) : series).Trials
               .Where(trial => trial.Instances == 1).ToDictionary(trial => trial.Round, trial => trial.PerSecond)
           from trials in series.Trials.GroupBy(trial => trial.Instances)
           let all = trials.ToList()
           select new ScaleRow(
               series, trials.Key, series.Predict(trials.Key, record.One.PerSecond, record.Limit.Name), all,
               [.. all.Where(trial => ones.ContainsKey(trial.Round)).Select(trial => trial.PerSecond / ones[trial.Round])],
               LimitOf(all, record.Limit.Name)),
    ];

    /// <summary>The resource with the highest utilization, by the median over the trials.</summary>
    /// <param name="limit">The name of the limit of each instance.</param>
    public static string LimitOf(IReadOnlyList<ScaleTrial> trials, string limit)
    {
        (string Name, double Share)[] used =
        [
            (limit, Median(trial => trial.InstanceShare)),
            ("RU/s of a physical partition", Median(trial => trial.PartitionShare)),
            ("the machine's CPU", Median(trial => trial.Load.CpuShare)),
        ];
        var (name, share) = used.MaxBy(each => each.Share);
        return $"{(share < MinShare ? "none; most: " : "")}{name}, {Share(share)}";

        double Median(Func<ScaleTrial, double> read) => trials.Select(read).Median();
    }
}
