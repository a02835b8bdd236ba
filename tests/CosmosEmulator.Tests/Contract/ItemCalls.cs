using System.Net;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Contract;

internal static class ItemCalls
{
    /// <summary>The status of a call that may fail.</summary>
    public static async Task<HttpStatusCode> StatusAsync<T>(Task<ItemResponse<T>> call)
    {
        try
        {
            return (await call).StatusCode;
        }
        catch (CosmosException exception)
        {
            return exception.StatusCode;
        }
    }
}
