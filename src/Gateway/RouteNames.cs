using DroneDelivery.Gateway.Backends;

namespace DroneDelivery.Gateway;

/// <summary>The names of the routes of the API, by which settings refer to them.</summary>
internal static class RouteNames
{
    public const string Delivery = "delivery";
    public const string DeliveryList = "delivery-list";
    public const string DeliveryReport = "delivery-report";
    public const string DeliverySummary = "delivery-summary";
    public const string DeliveryUtilization = "delivery-utilization";
    public const string Invoices = "invoices";

    public static readonly IReadOnlyList<string> All =
    [
        Invoices, DeliveryList, DeliveryReport, DeliverySummary, DeliveryUtilization, Delivery,
        .. BackendNames.All.Select(AllOf),
    ];

    /// <summary>Returns the name of the route for what no other route of a backend matches.</summary>
    public static string AllOf(string backend) => $"all-of-{backend}";
}
