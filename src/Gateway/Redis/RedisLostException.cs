namespace DroneDelivery.Gateway.Redis;

/// <summary>
/// Redis cannot be reached, did not answer in time, or answered with an error: what it holds cannot be had now.
/// </summary>
internal sealed class RedisLostException(string message, Exception cause) : Exception(message, cause);
