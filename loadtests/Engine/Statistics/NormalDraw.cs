namespace DroneDelivery.LoadTests.Engine.Statistics;

/// <summary>Draws from the standard normal distribution.</summary>
public static class NormalDraw
{
    /// <summary>
    /// The Box-Muller transform. Only one of its two normals is used, so that each takes two draws of the stream.
    /// </summary>
    public static double NextNormal(this Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
