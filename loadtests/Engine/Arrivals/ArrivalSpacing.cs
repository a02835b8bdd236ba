namespace DroneDelivery.LoadTests.Engine.Arrivals;

public enum ArrivalSpacing
{
    /// <summary>Each arrival at the moment at which the number asked for until then reaches a whole number.</summary>
    Even,

    /// <summary>Independent users: gaps are exponential, drawn from a seed, and only their mean is asked for.</summary>
    Poisson,
}
