using System.Text.Json;

namespace DroneDelivery.CosmosEmulator.Admin;

/// <summary>Bodies of the admin API: JSON in camelCase.</summary>
internal static class AdminJson
{
    /// <summary>The body, or null when it is not what is asked for.</summary>
    public static async Task<T?> ReadAsync<T>(HttpContext http)
        where T : class
    {
        try
        {
            return await JsonSerializer.DeserializeAsync<T>(http.Request.Body, JsonSerializerOptions.Web, http.RequestAborted);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    public static Task WriteAsync<T>(HttpContext http, int status, T answer)
    {
        http.Response.StatusCode = status;
        return http.Response.WriteAsJsonAsync(answer, JsonSerializerOptions.Web, http.RequestAborted);
    }

    public static Task RefuseAsync(HttpContext http, string message, int status = StatusCodes.Status400BadRequest) =>
        WriteAsync(http, status, new AdminError(message));
}
