namespace DroneDelivery.LoadTests.Insight.Queries;

/// <summary>A question that the database of a run cannot answer.</summary>
public sealed class QueryException(string message, Exception inner) : Exception(message, inner);
