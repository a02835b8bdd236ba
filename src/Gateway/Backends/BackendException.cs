namespace DroneDelivery.Gateway.Backends;

/// <summary>Ends a request that cannot be answered without a backend that failed.</summary>
internal sealed class BackendException(BackendFailure failure, Exception? innerException = null)
    : Exception(failure.Detail, innerException)
{
    public BackendFailure Failure { get; } = failure;
}
