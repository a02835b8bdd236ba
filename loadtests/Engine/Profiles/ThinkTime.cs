namespace DroneDelivery.LoadTests.Engine.Profiles;

public enum ThinkTimeKind
{
    Fixed,
    Exponential,
}

/// <summary>The pause of a user between a response and the next request.</summary>
public sealed record ThinkTime
{
    private ThinkTime(ThinkTimeKind kind, TimeSpan mean)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(mean, TimeSpan.Zero);
        Kind = kind;
        Mean = mean;
    }

    public static ThinkTime None { get; } = Fixed(TimeSpan.Zero);

    public ThinkTimeKind Kind { get; }

    public TimeSpan Mean { get; }

    public static ThinkTime Fixed(TimeSpan pause) => new(ThinkTimeKind.Fixed, pause);

    public static ThinkTime Exponential(TimeSpan mean) => new(ThinkTimeKind.Exponential, mean);

    public TimeSpan Draw(Random random) =>
        Kind == ThinkTimeKind.Fixed ? Mean : Mean * -Math.Log(1 - random.NextDouble());
}
