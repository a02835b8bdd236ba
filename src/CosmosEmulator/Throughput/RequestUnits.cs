using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Throughput;

/// <summary>Request units (RU) in whole thousandths, so that sums are exact.</summary>
internal readonly record struct RequestUnits(long Thousandths)
{
    private const double Scale = 1_000;

    public double Value => Thousandths / Scale;

    /// <summary>Rounds to the nearest thousandth.</summary>
    public static RequestUnits From(double value) => new((long)Math.Round(value * Scale));

    public static RequestUnits operator +(RequestUnits one, RequestUnits other) => new(one.Thousandths + other.Thousandths);

    public static RequestUnits operator *(int factor, RequestUnits units) => new(factor * units.Thousandths);

    /// <summary>As in the header of a response.</summary>
    public override string ToString() => FixedPoint.FormatThousandths(Thousandths);
}
