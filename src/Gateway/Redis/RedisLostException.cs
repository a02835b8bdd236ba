namespace DroneDelivery.Gateway.Redis;

/// <summary>
/// Redis is not reachable, did not respond in time, or responded with an error, so that its data is not available.
/// </summary>
internal sealed class RedisLostException(string message, Exception cause) : Exception(message, cause);
