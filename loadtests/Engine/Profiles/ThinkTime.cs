namespace DroneDelivery.LoadTests.Engine.Profiles;

/// <summary>The pause of a user between a response and the next request: always the same, or exponential.</summary>
public sealed record ThinkTime
{
    private ThinkTime(TimeSpan mean, bool isExponential)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(mean, TimeSpan.Zero);
        (Mean, IsExponential) = (mean, isExponential);
    }

    public static ThinkTime None { get; } = Fixed(TimeSpan.Zero);

    public TimeSpan Mean { get; }

    public bool IsExponential { get; }

    public static ThinkTime Fixed(TimeSpan pause) => new(pause, isExponential: false);

    public static ThinkTime Exponential(TimeSpan mean) => new(mean, isExponential: true);

    public TimeSpan Draw(Random random) => IsExponential ? Mean * -Math.Log(1 - random.NextDouble()) : Mean;
}
