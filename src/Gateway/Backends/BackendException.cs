namespace DroneDelivery.Gateway.Backends;

/// <summary>The exception that ends a request because a backend that it requires failed.</summary>
internal sealed class BackendException(BackendFailure failure, Exception? innerException = null)
    : Exception(failure.Detail, innerException)
{
    public BackendFailure Failure { get; } = failure;
}
